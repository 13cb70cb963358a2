"""Three ways on one input: band, wedge, anything; and a second past of the same state."""

from fractions import Fraction

import numpy as np
import pytest

from starlore.attention.contrast import influence_of_convolution
from starlore.lab.state import table_of
from starlore.lab.ways import Left, left_of, state_at, three_ways
from tests.lab.labs import START, lab_at


def left(name: str, **query: str) -> Left:
    ways = {one.name: one for one in three_ways(lab_at(**query)).ways}
    return ways[name]


def printed(one: Left, asker: int = 7) -> list[str]:
    return [left_of(share).printed for share in one.shares[asker]]


def test_the_eighth_place_reads_the_first_as_strongly_as_the_seventh() -> None:
    assert printed(left("attention")) == [
        *("0.198", "0.004", "0.198", "0.198", "0.004", "0.198", "0.198", "0.004")
    ]


def test_a_window_is_a_band_as_wide_as_it_says() -> None:
    band = np.array(left("window", window="5").shares)
    i, j = np.indices(band.shape)
    assert np.allclose(band, np.where(abs(i - j) <= 2, 0.2, 0))


def test_a_window_leaves_what_its_influence_says() -> None:
    band = np.array(left("window", window="3").shares)
    kernel = [[1 / 3, 1 / 3, 1 / 3]]
    causal = influence_of_convolution([[0.0] * 9], kernel)
    assert np.allclose(band, causal[1:, :8])


def test_a_state_is_a_wedge_that_fades_by_its_share() -> None:
    wedge = np.array(left("state", keep="0.5").shares)
    i, j = np.indices(wedge.shape)
    assert np.allclose(wedge, np.where(j <= i, 0.5 ** np.maximum(i - j, 0), 0))


def test_attention_on_eight_places_is_the_table_itself() -> None:
    query = {"places": "8", "scheme": "causal", "hide": "3.1", "temperature": "2"}
    rows = table_of(lab_at(**query)).rows
    assert np.allclose(left("attention", **query).shares, [row.shares for row in rows])


@pytest.mark.parametrize("asker", range(1, 9))
def test_what_is_handed_over_is_the_values_by_what_is_left(asker: int) -> None:
    ways = three_ways(lab_at(asker=str(asker)))
    values = np.array(ways.values, dtype=float)
    for one in ways.ways:
        whole = 1 - 0.8 if one.name == "state" else 1.0
        wanted = whole * np.array(one.shares[asker - 1]) @ values
        assert [float(x.shown) for x in one.output] == pytest.approx(wanted.tolist(), abs=0.0051)


@pytest.mark.parametrize("keep", ["0.05", "0.5", "0.8", "0.95"])
@pytest.mark.parametrize("asker", [2, 5, 8])
def test_a_second_past_ends_in_the_same_state_exactly(keep: str, asker: int) -> None:
    lab = lab_at(second="1", keep=keep, asker=str(asker))
    ways = three_ways(lab)
    assert ways.second != ways.values
    states = [state_at(past, lab.keep, asker - 1) for past in (ways.values, ways.second)]
    assert states[0] == states[1]
    state = ways.ways[1]
    assert state.output == state.other
    wanted = [float(x) for x in states[0]]
    assert [float(x.shown) for x in state.output] == pytest.approx(wanted, abs=0.0051)


def test_attention_tells_the_pasts_apart_and_a_window_that_does_not_reach_does_not() -> None:
    window, _, attention = three_ways(lab_at(second="1")).ways
    assert window.output == window.other
    assert attention.output != attention.other


def test_before_the_first_place_there_is_no_past_to_change() -> None:
    assert three_ways(lab_at(second="1", asker="1")).second == ()
    assert three_ways(START).second == ()


def test_a_state_would_differ_if_only_one_value_were_changed() -> None:
    values = three_ways(START).values
    other = ((values[0][0] + 1, values[0][1]), *values[1:])
    assert state_at(values, START.keep, 7) != state_at(other, START.keep, 7)
    assert state_at(values, START.keep, 0) == (Fraction(2), Fraction(0))
