"""read_head: heads whose truth is known get the verdict they deserve."""

from dataclasses import fields

import numpy as np
import pytest

from starlore.attention import (
    Causal,
    Relation,
    Text,
    TopScorerIs,
    choose_head,
    halves,
    read_head,
)
from starlore.errors import AlignmentError, ShapeError
from tests.attention.heads.made import answer, pointing, previous, texts

OWNER = Relation("owner")


def test_a_head_that_always_reads_the_previous_token_does_not_beat_the_rule() -> None:
    found = read_head(pointing(previous), texts(8), "previous")
    assert (found.score, found.baseline, found.lift) == (1.0, 1.0, 0.0)
    assert found.interval == (0.0, 0.0) and found.spread == 0.0
    assert found.verdict == "counted"
    assert found.n == sum(len(text.tokens) - 1 for text in texts(8))
    assert found.weight == pytest.approx(1, abs=1e-9)


def test_a_head_that_finds_owners_beats_the_rule() -> None:
    found = read_head(pointing(answer), texts(10), OWNER, scheme=Causal())
    assert found.score == 1.0 and found.baseline < 0.5
    assert found.lift == found.score - found.baseline
    assert found.interval is not None and 0 < found.interval[0] < found.lift < found.interval[1]
    assert found.verdict == "beats the rule" and found.ablation is None


def test_a_head_that_counts_places_does_not_beat_the_rule_on_owners() -> None:
    found = read_head(pointing(previous), texts(10), OWNER)
    assert found.verdict == "counted"
    assert found.interval is not None and found.interval[0] <= 0


def test_removal_is_survived_only_if_the_effect_falls() -> None:
    def falls(text: Text, silenced: bool) -> float:
        return len(text.tokens) * (0.5 if silenced else 1.0)

    def stays(text: Text, silenced: bool) -> float:
        return 1.0

    lost = read_head(pointing(answer), texts(10), OWNER, effect=falls)
    assert lost.ablation is not None and lost.ablation.interval is not None
    lengths = [len(text.tokens) for text in texts(10)]
    assert lost.ablation.fall == pytest.approx(np.mean(lengths) / 2)
    assert lost.ablation.interval[0] > 0 and lost.verdict == "survives removal"
    kept = read_head(pointing(answer), texts(10), OWNER, effect=stays)
    assert kept.ablation is not None and kept.ablation.fall == 0
    assert kept.verdict == "beats the rule"
    no_better = read_head(pointing(previous), texts(10), "previous", effect=falls)
    assert no_better.verdict == "counted"


def test_one_text_is_seen_once_and_has_no_interval() -> None:
    found = read_head(pointing(answer), texts(1), OWNER, effect=lambda text, silenced: 0.0)
    assert found.verdict == "seen once"
    assert found.interval is None and found.spread is None
    assert found.ablation is not None and found.ablation.interval is None


def test_the_rule_is_fitted_on_the_other_half() -> None:
    one = Text(range(6), relations={"owner": [(i, i - 1) for i in range(1, 6)]})
    two = Text(range(6), relations={"owner": [(i, i - 2) for i in range(2, 6)]})
    found = read_head(pointing(answer), [one, two], OWNER)
    assert found.score == 1.0 and found.baseline == 0.0  # each half's rule fails on the other
    together = read_head(pointing(answer), [one, one, two, two], OWNER)
    assert 0 <= together.baseline <= 1


def test_spread_and_weighted_shares_are_as_counted_by_hand() -> None:
    one = Text("abcd", relations={"owner": [(1, 0), (3, 2)]})
    two = Text("abcd", relations={"owner": [(1, 0), (2, 0), (3, 0)]})
    found = read_head(pointing(previous), [one, two], OWNER)
    assert found.n == 5 and found.score == 3 / 5
    assert found.spread == pytest.approx(np.std([1, 1 / 3], ddof=1))


def test_the_key_that_moves_the_output_need_not_be_the_top_scorer() -> None:
    def head(text: Text) -> tuple[list[list[float]], list[list[float]], list[list[float]]]:
        return [[1.0]] * 3, [[3.0], [1.0], [0.0]], [[4.0], [3.9], [-60.0]]

    text = Text("abc")
    moved = read_head(head, [text, text], TopScorerIs(lambda text, i: 2))
    assert moved.score == 0.0
    first = read_head(head, [text, text], "first")
    assert first.score == 1.0 and first.weight == pytest.approx(0.843795, abs=1e-6)
    assert moved.weight == pytest.approx(0.042010, abs=1e-6)
    assert moved.contribution == 1.0 and first.contribution == 0.0


def test_what_may_not_be_read_is_not_counted() -> None:
    ahead = TopScorerIs(lambda text, i: i + 1)
    assert read_head(pointing(previous), texts(2), ahead).n > 0
    with pytest.raises(ShapeError, match="none has, in 2 texts"):
        read_head(pointing(previous), texts(2), ahead, scheme=Causal())


@pytest.mark.parametrize(
    ("claim", "key_of"),
    [
        ("next", lambda text, i: i + 1),
        ("self", lambda text, i: i),
        ("first", lambda text, i: 0),
        ("separator", lambda text, i: 5),
        ("duplicate", lambda text, i: text.tokens.index(text.tokens[i])),
        ("induction", lambda text, i: min(text.tokens.index(text.tokens[i]) + 1, i)),
    ],
)
def test_heads_made_for_a_claim_score_one(claim: str, key_of: object) -> None:
    found = read_head(pointing(key_of), texts(4), claim)  # type: ignore[arg-type]
    assert found.score == 1.0


def test_nothing_given_is_changed_and_a_seed_gives_the_same_numbers() -> None:
    def frozen(text: Text) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        arrays = tuple(np.array(array) for array in pointing(answer)(text))
        for array in arrays:
            array.flags.writeable = False
        return arrays  # type: ignore[return-value]

    given = texts(6)
    found = [read_head(frozen, given, OWNER, seed=3) for _ in range(2)]
    assert found[0] == found[1] and given == texts(6)
    other = read_head(frozen, given, OWNER, seed=4)
    assert {f.name for f in fields(other) if getattr(other, f.name) != getattr(found[0], f.name)}


def test_a_head_is_chosen_on_the_first_half_alone() -> None:
    given = texts(6)
    first, second = halves(given, seed=2)
    assert len(first) == len(second) == 3 and all(text in given for text in first + second)

    def good_on(some: list[Text]) -> object:
        return pointing(lambda text, i: answer(text, i) if text in some else i)

    heads = [good_on(second), good_on(first), good_on(first)]
    chosen = choose_head(heads, given, OWNER, seed=2)  # type: ignore[arg-type]
    assert chosen == 1
    assert read_head(heads[chosen], second, OWNER).score == 0.0  # type: ignore[arg-type]


def test_what_has_no_meaning_is_refused() -> None:
    head = pointing(previous)
    with pytest.raises(ShapeError, match="a claim must be one of previous"):
        read_head(head, texts(2), "verbs")
    with pytest.raises(ShapeError, match="must carry the relation 'subject': it has"):
        read_head(head, texts(2), Relation("subject"))
    with pytest.raises(ShapeError, match="one key for each of 3 tokens"):
        read_head(lambda text: ([[1.0]], [[1.0]], [[1.0]]), [Text("abc")], "first")
    with pytest.raises(AlignmentError, match="1 query, 3 keys"):
        read_head(lambda text: ([[1.0]], [[1.0]] * 3, [[1.0]] * 3), [Text("abc")], "previous")
    with pytest.raises(ShapeError, match="two texts or more"):
        choose_head([head], texts(1), "previous")
    with pytest.raises(ShapeError, match="a head to choose from"):
        choose_head([], texts(2), "previous")


def test_pairs_may_be_given_by_a_function() -> None:
    pairs = Relation(lambda text: [(2, 0), (2, 1)])
    found = read_head(pointing(previous), [Text("abc"), Text("cab")], pairs)
    assert found.n == 2 and found.score == 1.0
