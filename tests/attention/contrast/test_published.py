"""What others have published is laid only beside texts with as many pairs."""

import pytest

from starlore.attention.contrast.learners.learner import WAYS
from starlore.attention.contrast.published import KIN, MQAR, MQAR_MODELS, MQAR_WIDTHS, published_of


def test_every_published_model_is_kin_of_one_way() -> None:
    named = [model for models in KIN.values() for model in models]
    assert sorted(named) == sorted(("attention", *MQAR_MODELS))
    assert KIN.keys() <= set(WAYS)


def test_every_cell_is_a_share_for_each_width() -> None:
    for cells in MQAR.values():
        assert len(cells) == len(MQAR_MODELS)
        assert all(len(cell) == len(MQAR_WIDTHS) for cell in cells)
        assert all(0 <= share <= 1 for cell in cells for share in cell)


@pytest.mark.parametrize("way", KIN)
def test_nothing_published_with_another_number_of_pairs_stands_beside(way: str) -> None:
    assert published_of(way, 512, 64) and published_of(way, 64, 4)
    assert published_of(way, 512, 32) == published_of(way, 100, 6) == {}
