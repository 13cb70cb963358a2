"""Steps downhill: the formula, number by number, and that it gets there."""

import numpy as np

from starlore.attention.contrast.learners.adamw import AdamW, rate_at


def test_a_step_is_what_the_formula_says() -> None:
    walk = AdamW({"a": np.array([1.0, -2.0]), "b": np.array([[0.5]])})
    row, mean, square = np.array([1.0, -2.0, 0.5]), np.zeros(3), np.zeros(3)
    for step, slope in enumerate(([0.1, 0.2, -0.3], [0.3, 0.0, 0.1]), 1):
        walk.step({"b": np.array([slope[2:]]), "a": np.array(slope[:2])}, rate=0.1)
        mean = 0.9 * mean + 0.1 * np.array(slope)
        square = 0.98 * square + 0.02 * np.array(slope) ** 2
        fair = mean / (1 - 0.9**step), square / (1 - 0.98**step)
        row = row * (1 - 0.1 * 0.01) - 0.1 * fair[0] / (np.sqrt(fair[1]) + 1e-8)
    np.testing.assert_allclose([*walk.params["a"], *walk.params["b"][0]], row, rtol=1e-6)


def test_a_long_slope_is_no_longer_step() -> None:
    steps = []
    for long in (1.0, 1000.0):
        walk = AdamW({"a": np.array([1.0, 1.0])})
        walk.step({"a": np.array([0.6, 0.8]) * long}, rate=0.1)
        walk.step({"a": np.array([0.6, -0.8]) * long}, rate=0.1)
        steps.append(walk.params["a"])
    np.testing.assert_allclose(steps[0], steps[1], rtol=1e-6)


def test_it_finds_the_bottom_of_a_bowl() -> None:
    walk = AdamW({"a": np.array([3.0, -4.0])})
    for step in range(1, 401):
        walk.step({"a": walk.params["a"] - 1}, rate_at(step, 400, 0.1))
    np.testing.assert_allclose(walk.params["a"], 1, atol=0.02)


def test_the_rate_rises_and_falls_to_nothing() -> None:
    rates = [rate_at(step, 50, 1.0) for step in range(1, 51)]
    assert rates[:5] == sorted(rates[:5]) and rates[4:] == sorted(rates[4:], reverse=True)
    assert max(rates) == 1.0 and rates[-1] < 1e-9
