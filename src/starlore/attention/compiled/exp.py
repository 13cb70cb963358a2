"""Powers of e, a vector at a time, without leaving the registers.

x log2 e = n + f with n whole and f in [-1/2, 1/2]. Adding 1.5 * 2^23 rounds to n and leaves n in
the low bits; a fused multiply-add gives f; a polynomial gives 2^f; adding n to the exponent bits
multiplies by 2^n. Within 2 units in the last place near 0, and a quarter more for each whole of
|x|, because log2 e is rounded. Below 2^-126 the result is 0; it is exactly 1 at 0; NaN stays NaN.
"""

from starlore.attention.compiled.ir import Value, Writer

COEFFICIENTS = (
    0.0013225707225501537,
    0.009671762585639954,
    0.05550891533493996,
    0.24022236466407776,
    0.693146824836731,
    1.0,
)
"""Of 2^f, highest power first: least largest error, counted in units in the last place."""

LOG2_E = 1.4426950408889634
ROUNDING = 1.5 * 2.0**23
SMALLEST = -87.33654
"""Just above -126 ln 2."""


TANH = (
    -0.00570498498156667,
    0.020639084279537201,
    -0.053739715367555618,
    0.13331441581249237,
    -0.3333328068256378,
    1.0,
)
"""Of tanh(y) / y in powers of y^2, highest first, for |y| up to `NEAR`."""

NEAR = 0.625
FARTHEST = 40.0


def exp(w: Writer, x: Value) -> Value:
    """e^x in every lane, for x up to 88."""
    return exp_each(w, [x])[0]


def exp_each(w: Writer, xs: list[Value]) -> list[Value]:
    """e^x for several vectors, step by step side by side: no step waits for the one before."""
    b = w.builder
    log2_e, rounding = w.constant(LOG2_E), w.constant(ROUNDING)
    shifted = [w.fma(x, log2_e, rounding) for x in xs]
    whole = [b.fsub(s, rounding) for s in shifted]
    rest = [w.fma(x, log2_e, b.fneg(n)) for x, n in zip(xs, whole, strict=True)]
    powers = polynomial(w, rest)
    nothing = w.constant_whole(0)
    given = []
    for x, s, power in zip(xs, shifted, powers, strict=True):
        n = b.shl(b.bitcast(s, w.whole), w.constant_whole(23))
        scaled = b.add(b.bitcast(power, w.whole), n)
        is_normal = b.fcmp_unordered(">=", x, w.constant(SMALLEST))
        given.append(b.bitcast(b.select(is_normal, scaled, nothing), w.vector))
    return given


def power_each(
    w: Writer,
    xs: list[Value],
    roundings: list[Value],
    leasts: list[Value],
    factor: float = LOG2_E,
) -> list[Value]:
    """2^(x factor - shift) for several vectors and whole shifts, without a subtraction.

    Args:
        roundings: `ROUNDING` - shift for each vector, exact for |shift| up to 2^20. Adding it to
            x factor rounds to a whole number and leaves that less the shift in the low bits.
        leasts: for each vector, the least x that gives 2^-126 or more: below it the result is 0.
    """
    b = w.builder
    times = w.constant(factor)
    shifted = [w.fma(x, times, rounding) for x, rounding in zip(xs, roundings, strict=True)]
    whole = [b.fsub(s, rounding) for s, rounding in zip(shifted, roundings, strict=True)]
    rest = [w.fma(x, times, b.fneg(n)) for x, n in zip(xs, whole, strict=True)]
    powers = polynomial(w, rest)
    nothing, zero = w.constant_whole(0), w.constant(0.0)
    given = []
    for x, s, power, least in zip(xs, shifted, powers, leasts, strict=True):
        n = b.shl(b.bitcast(s, w.whole), w.constant_whole(23))
        is_normal = b.fcmp_unordered(">=", x, least)
        kept = b.bitcast(b.select(is_normal, power, zero), w.whole)
        given.append(b.bitcast(b.add(kept, b.select(is_normal, n, nothing)), w.vector))
    return given


def power(w: Writer, x: Value) -> Value:
    """2^x in every lane, for x up to 127; exact where x is whole."""
    return power_each(w, [x], [w.constant(ROUNDING)], [w.constant(-126.0)], 1.0)[0]


def polynomial(w: Writer, rest: list[Value]) -> list[Value]:
    """2^f for several vectors of f in [-1/2, 1/2]."""
    powers = [w.constant(COEFFICIENTS[0])] * len(rest)
    for coefficient in COEFFICIENTS[1:]:
        powers = [
            w.fma(power, f, w.constant(coefficient)) for power, f in zip(powers, rest, strict=True)
        ]
    return powers


def tanh(w: Writer, y: Value) -> Value:
    """The hyperbolic tangent in every lane; a polynomial near 0, else by a power of e."""
    b = w.builder
    one = w.constant(1.0)
    square = b.fmul(y, y)
    series = w.constant(TANH[0])
    for coefficient in TANH[1:]:
        series = w.fma(series, square, w.constant(coefficient))
    size = w.call(f"llvm.fabs.v{w.lanes}f32", w.vector, y)
    is_far = b.fcmp_ordered(">", size, w.constant(FARTHEST))
    bounded = b.select(is_far, w.constant(FARTHEST), size)
    power = exp(w, b.fadd(bounded, bounded))
    far = b.fsub(one, b.fdiv(w.constant(2.0), b.fadd(power, one)))
    signed = w.call(f"llvm.copysign.v{w.lanes}f32", w.vector, far, y)
    return b.select(b.fcmp_unordered(">", size, w.constant(NEAR)), signed, b.fmul(y, series))
