"""Break it: each mistake against an oracle written a second way, on the lesson's own numbers."""

import math
from fractions import Fraction

import pytest

from starlore.lab.state import BREAKS, Lab, mask_of
from tests.lab.labs import START, broken, lab_at

Table = list[list[float]]


def scores_of(lab: Lab) -> list[list[Fraction]]:
    """Scores in pure Python, divided by the temperature."""
    heat = Fraction(lab.temperature)
    return [
        [
            sum(Fraction(a) * Fraction(b) for a, b in zip(q, k, strict=True)) / heat
            for k in lab.inputs.k
        ]
        for q in lab.inputs.q
    ]


def softmaxed(row: list[float | None]) -> list[float]:
    """Shares of e to the score; None may not be read."""
    powers = [0.0 if score is None else math.exp(score) for score in row]
    whole = math.fsum(powers)
    return [power / whole if whole else 0.0 for power in powers]


def oracle(lab: Lab, name: str) -> tuple[Table, Table]:
    """Weights and outputs, in loops."""
    n, scores, may = range(lab.n), scores_of(lab), mask_of(lab)
    read = [[float(scores[i][j]) if may[i, j] else None for j in n] for i in n]
    weights = [softmaxed(row) for row in read]
    if name == "share-of-total":
        kept = [[scores[i][j] if may[i, j] else Fraction(0) for j in n] for i in n]
        weights = [[float(score / sum(row)) for score in row] for row in kept]
    if name == "wrong-axis":
        columns = [softmaxed([read[i][j] for i in n]) for j in n]
        weights = [[columns[j][i] for j in n] for i in n]
    if name == "mask-with-zero":
        weights = [softmaxed([0.0 if score is None else score for score in row]) for row in read]
    vectors = lab.inputs.k if name == "keys-blended" else lab.inputs.v
    outputs = [
        [math.fsum(row[j] * float(vectors[j][c]) for j in n) for c in range(len(vectors[0]))]
        for row in weights
    ]
    return weights, outputs


@pytest.mark.parametrize("name", ["", *BREAKS])
@pytest.mark.parametrize("more", [{}, {"temperature": "0.5", "scheme": "causal"}, {"places": "6"}])
def test_each_side_is_what_the_oracle_says(name: str, more: dict[str, str]) -> None:
    found = broken(lab_at(**{"break": name}, **more))
    for side, wanted in ((found.truth, ""), (found.damage, name)):
        weights, outputs = oracle(found.lab, wanted)
        for i in range(found.lab.n):
            assert side.shares[i] == pytest.approx(weights[i])
            assert side.exact[i] == pytest.approx(outputs[i])


@pytest.mark.parametrize("name", BREAKS)
def test_each_mistake_differs_from_the_truth_where_the_lab_begins(name: str) -> None:
    found = broken(lab_at(**{"break": name}))
    assert found.outputs
    assert found.truth != found.damage
    assert bool(found.weights) is (name != "keys-blended")


def test_without_a_mistake_both_sides_are_the_truth() -> None:
    found = broken(START)
    assert found.truth is found.damage
    assert not found.weights and not found.outputs


def test_the_moons_share_of_itself_is_below_nothing() -> None:
    damage = broken(lab_at(**{"break": "share-of-total"})).damage
    shown = damage.weights[1]
    assert shown is not None
    assert [figure.printed for figure in shown] == ["0.60", "-0.20", "0.60"]
    output = damage.outputs[1]
    assert output is not None
    assert [figure.printed for figure in output] == ["9.00", "1.00"]


def test_scores_that_add_to_zero_share_nothing_out() -> None:
    found = broken(lab_at(q="1;1", k="2;-2", **{"break": "share-of-total"}))
    assert found.damage.weights == (None, None)
    assert found.damage.sums == (None, None)
    assert found.damage.outputs == (None, None)
    assert found.outputs == {0, 1}
    assert found.weights == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_scores_that_only_nearly_add_to_zero_in_binary_still_share_nothing() -> None:
    found = broken(lab_at(q="1;1;1", k="0.1;0.2;-0.3", **{"break": "share-of-total"}))
    assert found.damage.weights[0] is None


def test_a_mask_is_lent_where_the_table_has_none_and_only_there() -> None:
    lent = broken(lab_at(**{"break": "mask-with-zero"}))
    assert lent.lends_mask and lent.lab.scheme == "causal"
    own = broken(lab_at(hide="0.1", **{"break": "mask-with-zero"}))
    assert not own.lends_mask and own.lab.scheme == "full"
    assert own.outputs == {0}
