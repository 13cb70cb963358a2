"""Drawing a Variant: fair numbers only, everything about it fixed, the same everywhere."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from starlore.errors import QuestionError
from starlore.questions import (
    AsPrinted,
    Between,
    Draw,
    Exact,
    Figure,
    Misconception,
    Place,
    Question,
    Variant,
    Within,
    figures,
)
from starlore.questions.codec import to_json
from starlore.questions.draw import NeverFair, draw_variant, options
from tests.questions.samples import COUNT, SHARES, question


def test_a_seed_gives_the_numbers_it_always_gave() -> None:
    variant = draw_variant(COUNT, 7)
    assert variant.given == {"n": 7, "c": 4, "comparisons": 49}
    assert variant.solution == Figure(784, unit="comparisons")
    assert (variant.question, variant.star, variant.seed) == (COUNT.id, COUNT.id, 7)
    assert (variant.attempt, variant.generator_version) == (0, 1)


def test_the_order_holds_the_solution_and_at_most_three_misconceptions() -> None:
    many = tuple(Misconception(f"wrong-{k}", Figure(10 + k)) for k in range(5))
    variant = draw_variant(question(lambda rng: Variant({}, Figure(4), many)), 1)
    assert sorted(variant.order) == ["", "wrong-0", "wrong-1", "wrong-2"]
    assert options(variant) == tuple(variant.answer_named(name) for name in variant.order)


def test_the_solution_stands_at_every_place_equally_often() -> None:
    places = [draw_variant(COUNT, seed).order.index("") for seed in range(600)]
    assert all(150 < places.count(place) < 250 for place in range(3))


def test_what_the_author_does_not_accept_is_drawn_anew() -> None:
    def vary(rng: Draw) -> Variant:
        n = rng.integer("n", 1, 10)
        wrong = (Misconception("doubled", Figure(2 * n)),)
        return Variant({"n": n}, Figure(n), wrong, accept=n > 8)

    drawn = [draw_variant(question(vary), seed) for seed in range(30)]
    assert {variant.given["n"] for variant in drawn} == {9, 10}
    assert max(variant.attempt for variant in drawn) > 0


def test_scores_whose_shares_give_the_right_weights_are_drawn_anew_c26() -> None:
    def vary(rng: Draw) -> Variant:
        scores = rng.choice("scores", [(1, 1, 1), (3, 1, 0)])
        by_sum = figures([score / sum(scores) for score in scores], places=2)
        weights = figures(np.exp(scores) / np.exp(scores).sum(), places=2)
        return Variant({"scores": scores}, weights, (Misconception("by-sum", by_sum),))

    assert {draw_variant(question(vary), s).given["scores"] for s in range(20)} == {(3, 1, 0)}


def test_a_typed_number_is_never_right_and_foreseen_as_wrong() -> None:
    near = (Misconception("near", Figure(0.51, places=2)),)
    typed = question(lambda rng: Variant({}, Figure(0.5, places=2), near))
    with pytest.raises(NeverFair, match="a number could be the solution and near"):
        draw_variant(typed, 0)
    chosen = question(lambda rng: Variant({}, Figure(0.5, places=2), near), typed=False)
    assert draw_variant(chosen, 0).order


def test_a_question_that_can_never_be_asked_is_its_authors_error() -> None:
    with pytest.raises(QuestionError, match="none of 1,000 draws can be asked"):
        draw_variant(question(lambda rng: Variant({}, Figure(1), accept=False)), 0)


def test_whatever_an_author_s_code_raises_names_question_and_seed() -> None:
    with pytest.raises(QuestionError, match=r"sample.question seed 5 attempt 0: ZeroDivision"):
        draw_variant(question(lambda rng: Variant({"n": 1 // 0}, Figure(1))), 5)


@pytest.mark.parametrize(
    "variant",
    [
        Variant({"n": float("nan")}, Figure(1)),
        Variant({"n": object()}, Figure(1)),  # type: ignore[dict-item]
        Variant({"$dec": 1}, Figure(1)),
        Variant({}, 4),  # type: ignore[arg-type]
        Variant({}, ()),
        Variant({"words": ("a", "b")}, Place(2, "words")),
        Variant({}, Figure(1), (Misconception("two words", Figure(2)),)),
        Variant({}, Figure(1), (Misconception("one", Figure(2)), Misconception("one", Figure(3)))),
    ],
    ids=["nan", "object", "tag", "bare number", "empty", "no place", "space", "same name"],
)
def test_what_no_variant_may_hold_is_refused(variant: Variant) -> None:
    with pytest.raises(QuestionError):
        draw_variant(question(lambda rng: variant), 0)


def test_numpy_numbers_and_lists_become_plain_ones() -> None:
    given = {"row": np.array([0.5, 2.0]), "n": np.int64(3), "mask": [np.bool_(True)]}
    raw = Variant(given, [Figure(1)], [Misconception("two", [Figure(2)])])  # type: ignore[arg-type]
    variant = draw_variant(question(lambda rng: raw), 0)
    assert variant.given == {"row": (0.5, 2.0), "n": 3, "mask": (True,)}
    assert type(variant.given["n"]) is int
    assert variant.solution == (Figure(1),)
    assert to_json(variant)


def test_companions_of_a_draw_group_show_the_same_numbers() -> None:
    def small(rng: Draw) -> Variant:
        n = rng.integer("n", 1, 10)
        return Variant({"n": n}, Figure(n), (Misconception("x", Figure(-n)),), accept=n < 7)

    def large(rng: Draw) -> Variant:
        n = rng.integer("n", 1, 10)
        return Variant({"n": n}, Figure(3 * n), (Misconception("y", Figure(-n)),), accept=n > 3)

    one, other = (Question(f"s.{v.__name__}", v, draw_group="s.group") for v in (small, large))
    for seed in range(30):
        variant = draw_variant(one, seed, [other])
        assert variant.given == draw_variant(other, seed, [one]).given
        assert variant.given["n"] in {4, 5, 6}


def test_a_question_s_rule_and_units_go_with_its_variant() -> None:
    exact = Question("s.exact", COUNT.vary, rule=Exact(), units={"comparisons": Fraction(1)})
    assert draw_variant(exact, 1).rule == Exact()
    assert draw_variant(exact, 1).units == {"comparisons": Fraction(1)}
    assert draw_variant(SHARES, 1).rule != Exact()


@pytest.mark.parametrize(
    "given",
    [10**500, Decimal("1e999999999"), Fraction(1, 10**500), Figure(Decimal("1e-999999999"))]
    + [Figure(1, places=10**9), "\ud800", float("nan"), None, b"x"],
)
def test_what_no_page_could_print_is_no_part_of_a_variant(given: object) -> None:
    raw = Variant({"x": given}, Figure(4))  # type: ignore[dict-item]
    with pytest.raises(QuestionError, match=r"given\.x"):
        draw_variant(question(lambda rng: raw), 0)


def test_a_rule_of_no_known_kind_is_the_author_s_error() -> None:
    raw = Variant({}, Figure(4), rule="roughly")  # type: ignore[arg-type]
    with pytest.raises(QuestionError, match="rule is"):
        draw_variant(question(lambda rng: raw), 0)


def test_two_lists_of_the_same_parts_are_one_answer_where_no_order_is_asked() -> None:
    def vary(rng: Draw) -> Variant:
        n = rng.integer("n", 2, 500)
        turned = (Misconception("turned", (Figure(n + 1), Figure(n))),)
        return Variant({"n": n}, (Figure(n), Figure(n + 1)), turned)

    asked = Question("sample.turned", vary)
    assert draw_variant(asked, 1).misconceptions[0].name == "turned"
    with pytest.raises(NeverFair, match="turned looks like the solution"):
        draw_variant(replace(asked, in_any_order=True), 1)


def test_lists_that_could_be_one_in_another_order_are_drawn_anew() -> None:
    def vary(rng: Draw) -> Variant:
        n = rng.integer("n", 2, 500)
        near = (Misconception("near", figures([n + 11, n + 1])),)
        return Variant({"n": n}, figures([n, n + 10]), near, rule=Within("1"))

    asked = Question("sample.near", vary)
    assert draw_variant(asked, 1).in_any_order is False
    with pytest.raises(NeverFair):
        draw_variant(replace(asked, in_any_order=True), 1)


def test_an_interval_is_the_solutions_and_not_the_misconceptions() -> None:
    def vary(rng: Draw) -> Variant:
        n = rng.integer("n", 20, 500)
        twice = (Misconception("twice", Figure(2 * n)),)
        return Variant({"n": n}, Figure(n), twice, rule=Between(str(n - 5), str(n + 5)))

    assert draw_variant(Question("sample.between", vary), 1).rule != AsPrinted()

    def wide(rng: Draw) -> Variant:
        return replace(vary(rng), rule=Between("0", "2000"))

    with pytest.raises(NeverFair, match="could be the solution and twice"):
        draw_variant(Question("sample.wide", wide), 1)
