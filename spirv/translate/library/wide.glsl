// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Galvan authors
//
// Doubles and 64-bit integers for devices that lack them, as pairs of dwords, low dword first.
//
// Arithmetic is that of IEEE 754, rounded to the nearest even and with denormals; a result that is
// a NaN is NOT_A_NUMBER. The code uses selects in place of branches: both operands of a select are
// computed.
#define SELECT(condition, yes, no) mix(no, yes, condition)
#define BOTH(a, b)                 mix(false, b, a)
#define EITHER(a, b)               mix(b, true, a)

// A condition selects each dword separately. Intel's compiler for Haswell's vertex and geometry
// shaders, which works on vectors of four, handles a vector of equal conditions badly: the register
// of the condition stays occupied from the beginning of the program.
uvec2 select2(const bool condition, const uvec2 yes, const uvec2 no)
{
    return uvec2(SELECT(condition, yes.x, no.x), SELECT(condition, yes.y, no.y));
}

uvec4 select4(const bool condition, const uvec4 yes, const uvec4 no)
{
    return uvec4(select2(condition, yes.xy, no.xy), select2(condition, yes.zw, no.zw));
}

const uint SIGN = 0x80000000u;
const uint INFINITE = 0x7ff00000u;  // high word
const uvec2 NOT_A_NUMBER = uvec2(0u, 0x7ff80000u);
const uvec2 ONE = uvec2(0u, 0x3ff00000u);

// ---- Unsigned integers of 64 bits ---------------------------------------------------------------

uvec2 u64_add(const uvec2 x, const uvec2 y)
{
    const uint low = x.x + y.x;
    return uvec2(low, x.y + y.y + uint(low < x.x));
}

uvec2 u64_sub(const uvec2 x, const uvec2 y)
{
    return uvec2(x.x - y.x, x.y - y.y - uint(x.x < y.x));
}

bool u64_slt(const uvec2 x, const uvec2 y)
{
    return SELECT(x.y == y.y, x.x < y.x, x.y < y.y);
}

bool u64_sge(const uvec2 x, const uvec2 y)
{
    return !u64_slt(x, y);
}

bool u64_seq(const uvec2 x, const uvec2 y)
{
    return x == y;
}

bool u64_sne(const uvec2 x, const uvec2 y)
{
    return x != y;
}

bool is_zero(const uvec2 x)
{
    return (x.x | x.y) == 0u;
}

// Shift by the lower six bits of a count. No dword is ever shifted by 32.
uvec2 u64_shl(const uvec2 x, const uint count)
{
    const uint n = count & 31u;
    const uint low = x.x << n;
    const uint high = x.y << n | x.x >> 1u >> (31u - n);
    return select2((count & 32u) != 0u, uvec2(0u, low), uvec2(low, high));
}

uvec2 u64_shr(const uvec2 x, const uint count)
{
    const uint n = count & 31u;
    const uint low = x.x >> n | x.y << 1u << (31u - n);
    const uint high = x.y >> n;
    return select2((count & 32u) != 0u, uvec2(high, 0u), uvec2(low, high));
}

uvec2 i64_shr(const uvec2 x, const uint count)
{
    const uint n = count & 31u;
    const uint low = x.x >> n | x.y << 1u << (31u - n);
    const uint high = uint(int(x.y) >> n);
    const uint all = uint(int(x.y) >> 31);
    return select2((count & 32u) != 0u, uvec2(high, all), uvec2(low, high));
}

// Returns x shifted right; bit 0 is set if a set bit was shifted out. A count may be larger than 63
// if bit 63 is 0.
uvec2 shr_sticky(const uvec2 x, const uint count)
{
    const uint limited = min(count, 63u);
    const uint n = limited & 31u;
    const uint over = 31u - n;
    const bool far = limited > 31u;
    const uint low = SELECT(far, x.y, x.x);
    const uint high = SELECT(far, 0u, x.y);
    const uint lost = SELECT(far, x.x, 0u) | low << 1u << over;
    return uvec2(low >> n | high << 1u << over | uint(lost != 0u), high >> n);
}

// Returns the number of zeros above the highest set bit; 64 for 0.
uint leading_zeros(const uvec2 x)
{
    const bool low = x.y == 0u;
    return uint(31 - findMSB(SELECT(low, x.x, x.y))) + SELECT(low, 32u, 0u);
}

uvec2 u64_mul(const uvec2 x, const uvec2 y)
{
    uint high, low;
    umulExtended(x.x, y.x, high, low);
    return uvec2(low, high + x.x * y.y + x.y * y.x);
}

// Returns the product of a 64-bit and a 32-bit number, modulo 2^64.
uvec2 mul_short(const uvec2 x, const uint y)
{
    uint high, low;
    umulExtended(x.x, y, high, low);
    return uvec2(low, high + x.y * y);
}

uint mul_high(const uint x, const uint y)
{
    uint high, low;
    umulExtended(x, y, high, low);
    return high;
}

// Returns all 128 bits of a product.
uvec4 mul_long(const uvec2 x, const uvec2 y)
{
    uint a1, a0, b1, b0, c1, c0, d1, d0;
    umulExtended(x.x, y.x, a1, a0);
    umulExtended(x.x, y.y, b1, b0);
    umulExtended(x.y, y.x, c1, c0);
    umulExtended(x.y, y.y, d1, d0);
    const uvec2 middle = u64_add(uvec2(b0, b1), uvec2(a1, 0u));  // below 2^64
    const uint word1 = middle.x + c0;
    const uvec2 high = u64_add(u64_add(uvec2(d0, d1), uvec2(c1, 0u)), uvec2(middle.y, 0u));
    return uvec4(a0, word1, u64_add(high, uvec2(uint(word1 < c0), 0u)));
}

uvec2 u64_min(const uvec2 x, const uvec2 y)
{
    return select2(u64_slt(x, y), x, y);
}

uvec2 u64_max(const uvec2 x, const uvec2 y)
{
    return select2(u64_slt(x, y), y, x);
}

// Approximates 2^63 / divisor. The divisor is at least 2^31, and stands for a longer number whose
// lower bits are cut off. The result is never too large, and too small by less than 4. The device's
// quotient of floats has an error of at most 2.5 ULP, so the seed is too small by 2^-21 to 2^-19 of
// its value. A step of Newton's method never makes the value too large. After it, the relative
// error is 2^-38; truncation adds to it, and the divisor's lower bits add up to 2.
uint reciprocal(const uint divisor)
{
    const float seed = 9223358842715242496.0 / float(divisor);  // 2^63 (1 - 1.5 * 2^-20)
    const uint guess = uint(min(seed, 4294960000.0));
    uint high, low;
    umulExtended(guess, divisor, high, low);
    // The difference of 2^63 and guess * (divisor + 1).
    const uvec2 lack = u64_sub(u64_sub(uvec2(0u, SIGN), uvec2(low, high)), uvec2(guess, 0u));
    return guess + (mul_high(guess, lack.x >> 13u | lack.y << 19u) >> 18u);
}

// One step of a division: moves a part of the remainder to the quotient, using the reciprocal of
// the divisor's first 32 bits. The new remainder is less than 2^-27 of the old remainder, or less
// than two divisors.
uvec4 divide_further(const uvec4 state, const uvec2 divisor, const uint zeros, const uint inverse)
{
    const uint left_zeros = leading_zeros(state.zw);
    const uint part = mul_high(u64_shl(state.zw, left_zeros).y, inverse);
    const int shift = int(zeros - left_zeros) - 31;
    const uvec2 up = u64_shl(uvec2(part, 0u), uint(max(shift, 0)));
    const uint down = SELECT(shift > -32, part >> uint(clamp(-shift, 0, 31)), 0u);
    const uvec2 times = select2(shift > 0, up, uvec2(down, 0u));
    return uvec4(u64_add(state.xy, times), u64_sub(state.zw, u64_mul(times, divisor)));
}

// Returns quotient and remainder of a division; the divisor must not be 0.
uvec4 divide(const uvec2 dividend, const uvec2 divisor)
{
    const uint zeros = leading_zeros(divisor);
    const uint inverse = reciprocal(u64_shl(divisor, zeros).y);
    const uvec4 state1 = divide_further(uvec4(0u, 0u, dividend), divisor, zeros, inverse);
    const uvec4 state2 = divide_further(state1, divisor, zeros, inverse);
    const uvec4 state3 = divide_further(state2, divisor, zeros, inverse);
    const bool again = u64_sge(state3.zw, divisor);
    const uvec2 rest = select2(again, u64_sub(state3.zw, divisor), state3.zw);
    return uvec4(u64_add(state3.xy, uvec2(uint(again), 0u)), rest);
}

uvec2 u64_div(const uvec2 x, const uvec2 y)
{
    const bool by_zero = is_zero(y);
    const uvec2 quotient = divide(x, select2(by_zero, uvec2(1u, 0u), y)).xy;
    return select2(by_zero, uvec2(~0u), quotient);
}

uvec2 u64_mod(const uvec2 x, const uvec2 y)
{
    const bool by_zero = is_zero(y);
    const uvec2 rest = divide(x, select2(by_zero, uvec2(1u, 0u), y)).zw;
    return select2(by_zero, uvec2(~0u), rest);
}

// ---- Signed integers of 64 bits -----------------------------------------------------------------

uvec2 i64_neg(const uvec2 x)
{
    return u64_sub(uvec2(0u), x);
}

// Returns -x if `condition` is true, otherwise x.
uvec2 negate_if(const bool condition, const uvec2 x)
{
    return select2(condition, i64_neg(x), x);
}

uvec2 i64_abs(const uvec2 x)
{
    return negate_if(int(x.y) < 0, x);
}

uvec2 i64_ssg(const uvec2 x)
{
    const uvec2 one = uvec2(uint(!is_zero(x)), 0u);
    return select2(int(x.y) < 0, uvec2(~0u), one);
}

bool i64_slt(const uvec2 x, const uvec2 y)
{
    return SELECT(x.y == y.y, x.x < y.x, int(x.y) < int(y.y));
}

bool i64_sge(const uvec2 x, const uvec2 y)
{
    return !i64_slt(x, y);
}

uvec2 i64_min(const uvec2 x, const uvec2 y)
{
    return select2(i64_slt(x, y), x, y);
}

uvec2 i64_max(const uvec2 x, const uvec2 y)
{
    return select2(i64_slt(x, y), y, x);
}

uvec2 i64_div(const uvec2 x, const uvec2 y)
{
    const bool by_zero = is_zero(y);
    const uvec2 divisor = select2(by_zero, uvec2(1u, 0u), i64_abs(y));
    const uvec2 quotient = negate_if(int(x.y ^ y.y) < 0, divide(i64_abs(x), divisor).xy);
    return select2(by_zero, uvec2(0u), quotient);
}

// Returns the remainder of x / y, which has the sign of the dividend x.
uvec2 i64_mod(const uvec2 x, const uvec2 y)
{
    const bool by_zero = is_zero(y);
    const uvec2 divisor = select2(by_zero, uvec2(1u, 0u), i64_abs(y));
    const uvec2 rest = negate_if(int(x.y) < 0, divide(i64_abs(x), divisor).zw);
    return select2(by_zero, uvec2(~0u), rest);
}

uvec2 i_to_i64(const uint x)
{
    return uvec2(x, uint(int(x) >> 31));
}

uvec2 u_to_i64(const uint x)
{
    return uvec2(x, 0u);
}

// ---- Parts of doubles ---------------------------------------------------------------------------

uvec2 d_abs(const uvec2 x)
{
    return uvec2(x.x, x.y & ~SIGN);
}

uvec2 d_neg(const uvec2 x)
{
    return uvec2(x.x, x.y ^ SIGN);
}

bool is_nan(const uvec2 x)
{
    // If the lower word is not 0, the higher word counts as one more.
    return (x.y & ~SIGN | uint(x.x != 0u)) > INFINITE;
}

int exponent_of(const uvec2 x)
{
    return int(x.y >> 20u & 0x7ffu);
}

// Returns the significand as a whole number, of 53 bits unless the double is denormal.
uvec2 significand_of(const uvec2 x)
{
    const uint hidden = uint((x.y & INFINITE) != 0u) << 20u;
    return uvec2(x.x, x.y & 0xfffffu | hidden);
}

struct Parts {
    uvec2 significand;  // with bit 52 as the highest one, or 0
    int exponent;       // with the bias; 0 or less for denormals
};

Parts parts_of(const uvec2 x)
{
    const uvec2 raw = significand_of(x);
    const uint shift = leading_zeros(raw) - 11u;
    return Parts(u64_shl(raw, shift), max(exponent_of(x), 1) - int(shift));
}

// Rounds to a double. exponent is at least 1. significand has 10 more bits than a double; bit 62 is
// its highest set bit, except for denormals (with exponent 1), and bit 0 stands for all lower bits.
uvec2 pack(const uint sign, const int exponent, const uvec2 significand)
{
    const uvec2 rounded = u64_shr(u64_add(significand, uvec2(0x200u, 0u)), 10u);
    const uint tie = uint((significand.x & 0x3ffu) == 0x200u);
    const uvec2 bits = uvec2(rounded.x & ~tie, rounded.y + (uint(exponent - 1) << 20u));
    const uvec2 result = select2(exponent > 2046, uvec2(0u, INFINITE), bits);
    return uvec2(result.x, result.y | sign);
}

// Rounds to a double like pack(), for any exponent; bit 62 of `significand` is its highest set bit.
uvec2 pack_any(const uint sign, const int exponent, const uvec2 significand)
{
    const uint below = uint(max(1 - exponent, 0));
    return pack(sign, max(exponent, 1), shr_sticky(significand, below));
}

// Shifts bit 63 to bit 62, if it is set.
uvec2 make_room(const uvec2 x)
{
    return select2(x.y >= SIGN, uvec2(x.x >> 1u | x.y << 31u | x.x & 1u, x.y >> 1u), x);
}

// Whether a double is zero, infinite or a NaN.
bool has_no_parts(const uvec2 x)
{
    return EITHER(is_zero(d_abs(x)), exponent_of(x) == 2047);
}

// ---- Arithmetic of doubles ----------------------------------------------------------------------

uvec2 d_add(const uvec2 x, const uvec2 y)
{
    const bool swap = u64_slt(d_abs(x), d_abs(y));
    const uvec2 large = select2(swap, y, x);
    const uvec2 small = select2(swap, x, y);
    const int exponent = max(exponent_of(large), 1);
    const uint shift = uint(exponent - max(exponent_of(small), 1));
    const uvec2 a = u64_shl(significand_of(large), 10u);
    const uvec2 b = shr_sticky(u64_shl(significand_of(small), 10u), shift);
    const bool differ = ((x.y ^ y.y) & SIGN) != 0u;
    const uvec2 sum = u64_add(a, select2(differ, i64_neg(b), b));
    const uint sign = large.y & SIGN;
    // Shifts the significand until bit 62 is the highest set bit, as far as the exponent allows.
    const int up = min(int(leading_zeros(sum)) - 1, exponent - 1);
    const uvec2 shifted = u64_shl(sum, uint(max(up, 0)));
    const uvec2 finite = pack(sign, exponent - up, make_room(shifted));
    const uvec2 zero = uvec2(0u, SELECT(differ, 0u, sign));
    const uvec2 number = select2(is_zero(sum), zero, finite);
    // The larger operand is infinite or a NaN; the sum of the significands is 0 only if both are
    // infinite.
    const bool both_infinite = u64_seq(d_abs(small), uvec2(0u, INFINITE));
    const bool no_number = EITHER(is_nan(large), BOTH(differ, both_infinite));
    const uvec2 special = select2(no_number, NOT_A_NUMBER, large);
    return select2(exponent == 2047, special, number);
}

// The factors of a product. Only the smaller significand must have bit 52 set, since the product of
// two denormals is zero.
struct Factors {
    uvec2 larger;  // significand
    Parts smaller;
    int exponent;  // of both
};

Factors factors_of(const uvec2 x, const uvec2 y)
{
    const bool swap = exponent_of(x) < exponent_of(y);
    const uvec2 larger = select2(swap, y, x);
    const Parts smaller = parts_of(select2(swap, x, y));
    const int exponent = max(exponent_of(larger), 1) + smaller.exponent;
    return Factors(significand_of(larger), smaller, exponent);
}

uvec2 d_mul(const uvec2 x, const uvec2 y)
{
    const Factors f = factors_of(x, y);
    const uint sign = (x.y ^ y.y) & SIGN;
    const uvec4 product = mul_long(u64_shl(f.larger, 11u), u64_shl(f.smaller.significand, 11u));
    const uvec2 significand = uvec2(product.z | uint(!is_zero(product.xy)), product.w);
    const int exponent = f.exponent - 1023 + int(product.w >> 31u);
    const uvec2 finite = pack_any(sign, exponent, make_room(significand));
    const bool zero = is_zero(product.zw);
    const uvec2 number = select2(zero, uvec2(0u, sign), finite);
    const bool no_number = EITHER(zero, EITHER(is_nan(x), is_nan(y)));
    const uvec2 special = select2(no_number, NOT_A_NUMBER, uvec2(0u, INFINITE | sign));
    return select2(max(exponent_of(x), exponent_of(y)) == 2047, special, number);
}

uvec2 d_mad(const uvec2 x, const uvec2 y, const uvec2 z)
{
    return d_add(d_mul(x, y), z);
}

// Subtracts 2^n divisors from the remainder if the remainder is large enough, and then adds 2^n to
// the digit.
uvec3 subtract_if_fits(const uvec3 state, const uvec2 divisor, const uint n)
{
    const uvec2 multiple = u64_shl(divisor, n);
    const bool fits = u64_sge(state.xy, multiple);
    const uvec2 rest = select2(fits, u64_sub(state.xy, multiple), state.xy);
    return uvec3(rest, state.z + SELECT(fits, 1u << n, 0u));
}

// Computes the quotient in two digits of 31 and 28 bits. Each digit is too small by less than 6, so
// that less than 8 divisors remain.
uvec2 d_div(const uvec2 x, const uvec2 y)
{
    const Parts a = parts_of(x);
    const Parts b = parts_of(y);
    const uint sign = (x.y ^ y.y) & SIGN;
    const uint inverse = reciprocal(b.significand.y << 11u | b.significand.x >> 21u);
    const uint digit1 = mul_high(a.significand.y << 11u | a.significand.x >> 21u, inverse);
    const uvec2 rest1 =
        u64_sub(u64_shl(a.significand, 31u), mul_short(b.significand, digit1));
    const uint digit2 = mul_high(rest1.y << 8u | rest1.x >> 24u, inverse);
    const uvec2 rest2 = u64_sub(u64_shl(rest1, 28u), mul_short(b.significand, digit2));
    const uvec3 last4 = subtract_if_fits(uvec3(rest2, digit2), b.significand, 2u);
    const uvec3 last2 = subtract_if_fits(last4, b.significand, 1u);
    const uvec3 last = subtract_if_fits(last2, b.significand, 0u);
    // The quotient of the significands times 2^59.
    const uvec2 quotient = u64_add(u64_shl(uvec2(digit1, 0u), 28u), uvec2(last.z, 0u));
    const uint shift = SELECT(quotient.y < 1u << 27u, 4u, 3u);
    const uvec2 shifted = u64_shl(quotient, shift);
    const uvec2 significand = uvec2(shifted.x | uint(!is_zero(last.xy)), shifted.y);
    const int exponent = a.exponent - b.exponent + 1023 + 3 - int(shift);
    const uvec2 number = pack_any(sign, exponent, significand);
    const bool zero_x = is_zero(d_abs(x));
    const bool zero_y = is_zero(d_abs(y));
    const bool infinite_x = exponent_of(x) == 2047;
    const bool infinite_y = exponent_of(y) == 2047;
    const bool vanishes = EITHER(zero_x, infinite_y);
    const bool overflows = EITHER(zero_y, infinite_x);
    const uvec2 zero_or = select2(vanishes, uvec2(0u, sign), number);
    const uvec2 infinite_or = select2(overflows, uvec2(0u, INFINITE | sign), zero_or);
    const bool undefined = EITHER(BOTH(zero_x, zero_y), BOTH(infinite_x, infinite_y));
    const bool no_number = EITHER(undefined, EITHER(is_nan(x), is_nan(y)));
    return select2(no_number, NOT_A_NUMBER, infinite_or);
}

uvec2 d_rcp(const uvec2 x)
{
    return d_div(ONE, x);
}

// The radicand is from 1 to 4, with 62 fractional bits. The inverse of its root is computed as a
// float, and improved by a step of Newton's method, whose result is never too large. The first 30
// fractional bits of the root are the product of this inverse and the radicand; the next 27 come
// from the remainder. Only the last few bits may be wrong, so the nearest number with 53 fractional
// bits is known. If it is even, it is the result with 52 bits; otherwise it is half-way between two
// such results, and a comparison of its square with the radicand decides.
uvec2 d_sqrt(const uvec2 x)
{
    const Parts a = parts_of(x);
    const uint odd = uint(a.exponent + 1) & 1u;
    const uvec2 radicand = u64_shl(a.significand, 10u + odd);
    const float seed = inversesqrt(float(radicand.y) * 9.31322574615478515625e-10);  // 2^-30
    const uint guess = uint(min(seed * 4294967296.0, 4294960000.0));
    const uint square = mul_high(mul_high(guess, guess), radicand.y) + 2u;
    const uint inverse = min(mul_high(guess, 0xc0000000u - square), 0x7fffffffu) << 1u;
    const uint root1 = mul_high(radicand.y, inverse);
    uint high, low;
    umulExtended(root1, root1, high, low);
    const uvec2 rest = u64_sub(u64_shr(radicand, 2u), uvec2(low, high));
    const uint root2 = mul_high(u64_shr(rest, 4u).x, inverse);
    const uvec2 root = u64_add(u64_shl(uvec2(root1, 0u), 27u), uvec2(root2, 0u));
    const uvec2 near = u64_shr(u64_add(root, uvec2(8u, 0u)), 4u);
    const uvec2 side = u64_sub(u64_shl(radicand, 44u), u64_mul(near, near));
    const uint up = near.x & 1u & ~(side.y >> 31u);
    const uvec2 significand = u64_add(u64_shr(near, 1u), uvec2(up, 0u));
    const uint exponent = uint(a.exponent + 1021) >> 1u;
    const uvec2 number = u64_add(significand, uvec2(0u, exponent << 20u));
    // The root of a zero, infinity or NaN is the operand itself.
    const bool same = EITHER(is_zero(d_abs(x)), u64_seq(x, uvec2(0u, INFINITE)));
    const bool no_number = EITHER(is_nan(x), (x.y & SIGN) != 0u);
    return select2(same, x, select2(no_number, NOT_A_NUMBER, number));
}

uvec2 d_rsq(const uvec2 x)
{
    return d_div(ONE, d_sqrt(x));
}

// ---- Multiplication and addition, rounded once --------------------------------------------------

uvec4 add_long(const uvec4 x, const uvec4 y)
{
    const uvec2 low = u64_add(x.xy, y.xy);
    const uint carry = uint(u64_slt(low, x.xy));
    return uvec4(low, u64_add(u64_add(x.zw, y.zw), uvec2(carry, 0u)));
}

uvec4 negate_long(const uvec4 x)
{
    return add_long(~x, uvec4(1u, 0u, 0u, 0u));
}

uvec4 shl_long(const uvec4 x, const uint count)
{
    const uint n = count & 63u;
    const uvec2 low = u64_shl(x.xy, n);
    const uvec2 high = u64_shl(x.zw, n) | u64_shr(u64_shr(x.xy, 1u), 63u - n);
    return select4(count < 64u, uvec4(low, high), uvec4(0u, 0u, low));
}

uvec4 shr_sticky_long(const uvec4 x, const uint count)
{
    const uint n = count & 63u;
    const uvec2 from_high = u64_shl(u64_shl(x.zw, 1u), 63u - n);
    const uvec4 near = uvec4(shr_sticky(x.xy, n) | from_high, u64_shr(x.zw, n));
    const uvec2 low = shr_sticky(x.zw, count - 64u);
    const uvec4 far = uvec4(low.x | uint(!is_zero(x.xy)), low.y, 0u, 0u);
    return select4(count < 64u, near, far);
}

// Product and addend are 128-bit numbers, whose highest set bit is 126, or 125 in some products: no
// bit is lost if a subtraction cancels the highest bits. A denormal addend has a lower highest bit;
// then only bits below all of its bits are rounded.
uvec2 d_fma(const uvec2 x, const uvec2 y, const uvec2 z)
{
    const Factors f = factors_of(x, y);
    const uint sign1 = (x.y ^ y.y) & SIGN;
    const uint sign2 = z.y & SIGN;
    const bool differ = sign1 != sign2;
    const uvec4 product = mul_long(u64_shl(f.larger, 11u), u64_shl(f.smaller.significand, 10u));
    const uvec4 addend = uvec4(0u, 0u, u64_shl(significand_of(z), 10u));
    const bool zero_product = is_zero(product.xy | product.zw);
    // If one operand is zero, it counts as the smaller one.
    const int exponent1 = SELECT(zero_product, -10000, f.exponent - 1022);
    const int exponent2 = SELECT(is_zero(addend.zw), -10000, max(exponent_of(z), 1));
    const bool swap = exponent1 < exponent2;
    const int exponent = max(exponent1, exponent2);
    const uvec4 large = select4(swap, addend, product);
    const uvec4 small = shr_sticky_long(select4(swap, product, addend),
                                        uint(exponent - min(exponent1, exponent2)));
    const uvec4 signed_sum = add_long(large, select4(differ, negate_long(small), small));
    const bool minus = BOTH(differ, signed_sum.w >= SIGN);
    const uvec4 sum = select4(minus, negate_long(signed_sum), signed_sum);
    const uint zeros_low = 64u + leading_zeros(sum.xy);
    const uint zeros_high = leading_zeros(sum.zw);
    const uint zeros = SELECT(is_zero(sum.zw), zeros_low, zeros_high);
    const uvec4 top = shl_long(sum, zeros);
    const uvec2 significand = make_room(uvec2(top.z | uint(!is_zero(top.xy)), top.w));
    const uint sign = SELECT(swap, sign2, sign1) ^ SELECT(minus, SIGN, 0u);
    const uvec2 finite = pack_any(sign, exponent + 1 - int(zeros), significand);
    const uvec2 zero = uvec2(0u, SELECT(differ, 0u, sign1));
    const uvec2 number = select2(is_zero(sum.xy | sum.zw), zero, finite);
    const bool infinite1 = max(exponent_of(x), exponent_of(y)) == 2047;
    const bool infinite2 = exponent_of(z) == 2047;
    const uvec2 infinite_or = select2(infinite1, uvec2(0u, INFINITE | sign1), number);
    const uvec2 any = select2(infinite2, z, infinite_or);
    const bool invalid = BOTH(infinite1, EITHER(zero_product, BOTH(infinite2, differ)));
    const bool no_number = EITHER(EITHER(is_nan(x), is_nan(y)), EITHER(is_nan(z), invalid));
    return select2(no_number, NOT_A_NUMBER, any);
}

// ---- Comparisons --------------------------------------------------------------------------------

bool is_ordered(const uvec2 x, const uvec2 y)
{
    return !EITHER(is_nan(x), is_nan(y));
}

// Maps doubles to signed integers of the same order. Both zeros become 0.
uvec2 order_of(const uvec2 x)
{
    return negate_if(int(x.y) < 0, d_abs(x));
}

bool d_slt(const uvec2 x, const uvec2 y)
{
    return BOTH(is_ordered(x, y), i64_slt(order_of(x), order_of(y)));
}

bool d_sge(const uvec2 x, const uvec2 y)
{
    return BOTH(is_ordered(x, y), i64_sge(order_of(x), order_of(y)));
}

bool d_seq(const uvec2 x, const uvec2 y)
{
    return BOTH(is_ordered(x, y), u64_seq(order_of(x), order_of(y)));
}

bool d_sne(const uvec2 x, const uvec2 y)
{
    return !d_seq(x, y);
}

// Returns the smaller operand. If one operand is a NaN, returns the other operand.
uvec2 d_min(const uvec2 x, const uvec2 y)
{
    return select2(EITHER(is_nan(y), d_slt(x, y)), x, y);
}

uvec2 d_max(const uvec2 x, const uvec2 y)
{
    return select2(EITHER(is_nan(y), d_slt(y, x)), x, y);
}

uvec2 d_saturate(const uvec2 x)
{
    return d_min(d_max(x, uvec2(0u)), ONE);
}

uvec2 d_ssg(const uvec2 x)
{
    const bool none = EITHER(is_nan(x), is_zero(d_abs(x)));
    return select2(none, uvec2(0u), uvec2(0u, x.y & SIGN | ONE.y));
}

// ---- Whole numbers ------------------------------------------------------------------------------

// Returns the number of bits of a double that are fractions, for values of at least 1.
uint fraction_bits(const uvec2 x)
{
    return uint(clamp(1075 - exponent_of(x), 0, 52));
}

// Returns the next whole number toward 0, or away from 0.
uvec2 whole(const uvec2 x, const bool away)
{
    const uint bits = fraction_bits(x);
    const uvec2 mask = u64_shl(uvec2(~0u), bits);
    const uvec2 cut = x & mask;
    const uvec2 next = u64_sub(cut, mask);  // one more of the last bit that is left
    const bool below_one = exponent_of(x) < 1023;
    const uint sign = x.y & SIGN;
    const uvec2 toward = select2(below_one, uvec2(0u, sign), cut);
    const uvec2 from = select2(below_one, uvec2(0u, ONE.y | sign), next);
    return select2(BOTH(away, u64_sne(toward, x)), from, toward);
}

uvec2 d_trunc(const uvec2 x)
{
    return whole(x, false);
}

uvec2 d_flr(const uvec2 x)
{
    return whole(x, int(x.y) < 0);
}

uvec2 d_ceil(const uvec2 x)
{
    return whole(x, int(x.y) >= 0);
}

uvec2 d_round(const uvec2 x)
{
    const uint bits = fraction_bits(x);
    const uvec2 half_unit = u64_shr(u64_shl(uvec2(1u, 0u), bits), 1u);
    const uvec2 rest = x & ~u64_shl(uvec2(~0u), bits);
    const bool odd = (u64_shr(x, bits).x & 1u) != 0u;
    const bool more = u64_slt(half_unit, rest);
    const bool tie = u64_seq(half_unit, rest);
    const uvec2 size = d_abs(x);
    const bool above_half = u64_slt(uvec2(0u, 0x3fe00000u), size);
    return whole(x, SELECT(size.y < ONE.y, above_half, EITHER(more, BOTH(tie, odd))));
}

// Returns x minus the next lower whole number; the result is less than 1 also for a small negative
// x.
uvec2 d_frac(const uvec2 x)
{
    const uvec2 rest = d_add(x, d_neg(d_flr(x)));
    return select2(u64_seq(rest, ONE), uvec2(~0u, 0x3fefffffu), rest);
}

uvec2 d_ldexp(const uvec2 x, const uint count)
{
    const Parts a = parts_of(x);
    const int exponent = a.exponent + clamp(int(count), -4200, 4200);
    const uvec2 number = pack_any(x.y & SIGN, exponent, u64_shl(a.significand, 10u));
    return select2(has_no_parts(x), x, number);
}

// Returns the significand. Zeros, infinities and NaN are their own significands, with the exponent
// 0.
uvec2 d_fraction(const uvec2 x)
{
    const Parts a = parts_of(x);
    const uvec2 number = uvec2(a.significand.x, a.significand.y & 0xfffffu | 0x3fe00000u);
    const uvec2 with_sign = uvec2(number.x, number.y | x.y & SIGN);
    return select2(has_no_parts(x), x, with_sign);
}

uint d_exponent(const uvec2 x)
{
    const uint exponent = uint(parts_of(x).exponent - 1022);
    return SELECT(has_no_parts(x), 0u, exponent);
}

// ---- Conversions --------------------------------------------------------------------------------

// Rounds to the bits of a float like pack(): significand has 7 more bits than a float, and its
// highest set bit is 30.
uint pack_float(const uint sign, const int exponent, const uint significand)
{
    const uint below = uint(clamp(1 - exponent, 0, 31));
    const uint cut = significand >> below;
    const uint sticky = cut | uint(cut << below != significand);
    const uint tie = uint((sticky & 0x7fu) == 0x40u);
    const uint bits = ((sticky + 0x40u) >> 7u & ~tie) + (uint(max(exponent, 1) - 1) << 23u);
    return sign | SELECT(exponent > 254, 0x7f800000u, bits);
}

uint d_to_f(const uvec2 x)
{
    const uint significand = SIGN >> 1u | (x.y & 0xfffffu) << 10u | x.x >> 22u;
    const uint sticky = uint(x.x << 10u != 0u);
    const uint number = pack_float(x.y & SIGN, exponent_of(x) - 896, significand | sticky);
    return SELECT(is_nan(x), 0x7fc00000u, number);
}

uvec2 f_to_d(const uint x)
{
    const uint size = x & ~SIGN;
    const uint sign = x & SIGN;
    const uvec2 normal = uvec2(size << 29u, (size >> 3u) + (896u << 20u));
    const uint highest = uint(max(findMSB(size), 0));
    const uvec2 bits = u64_shl(uvec2(size, 0u), 52u - highest);
    const uvec2 denormal = u64_add(bits, uvec2(0u, (highest + 873u) << 20u));
    const uvec2 small = select2(size == 0u, uvec2(0u), denormal);
    const uvec2 finite = select2(size < 0x800000u, small, normal);
    const uvec2 special = select2(size == 0x7f800000u, uvec2(0u, INFINITE), NOT_A_NUMBER);
    const uvec2 number = select2(size < 0x7f800000u, finite, special);
    return uvec2(number.x, number.y | sign);
}

uvec2 u_to_d(const uint x)
{
    const uint highest = uint(max(findMSB(x), 0));
    const uvec2 bits = u64_shl(uvec2(x, 0u), 52u - highest);
    return select2(x == 0u, uvec2(0u), u64_add(bits, uvec2(0u, (highest + 1022u) << 20u)));
}

uvec2 i_to_d(const uint x)
{
    const uint sign = x & SIGN;
    const uint size = SELECT(sign != 0u, 0u - x, x);
    const uvec2 number = u_to_d(size);
    return uvec2(number.x, number.y | sign);
}

// Converts a magnitude, `size`, with a separate sign to a double.
uvec2 size_to_d(const uint sign, const uvec2 size)
{
    const uint zeros = leading_zeros(size);
    const uvec2 number = pack(sign, 1086 - int(zeros), make_room(u64_shl(size, zeros)));
    return select2(is_zero(size), uvec2(0u), number);
}

uint size_to_f(const uint sign, const uvec2 size)
{
    const uint zeros = leading_zeros(size);
    const uvec2 top = u64_shl(size, zeros);
    const uint significand = top.y >> 1u | top.y & 1u | uint(top.x != 0u);
    return SELECT(is_zero(size), 0u, pack_float(sign, 190 - int(zeros), significand));
}

uvec2 u64_to_d(const uvec2 x)
{
    return size_to_d(0u, x);
}

uvec2 i64_to_d(const uvec2 x)
{
    return size_to_d(x.y & SIGN, i64_abs(x));
}

uint u64_to_f(const uvec2 x)
{
    return size_to_f(0u, x);
}

uint i64_to_f(const uvec2 x)
{
    return size_to_f(x.y & SIGN, i64_abs(x));
}

// Returns the magnitude of x as a whole number, if it is below 2^64. Conversions round toward 0:
// values out of range become the limit, a NaN becomes 0.
uvec2 size_of(const uvec2 x)
{
    const int shift = exponent_of(x) - 1075;
    const uvec2 significand = significand_of(x);
    const uvec2 up = u64_shl(significand, uint(clamp(shift, 0, 63)));
    const uvec2 down = u64_shr(significand, uint(clamp(-shift, 0, 63)));
    return select2(shift > 0, up, down);
}

uvec2 d_to_u64(const uvec2 x)
{
    const uvec2 number = select2(exponent_of(x) > 1086, uvec2(~0u), size_of(x));
    return select2(EITHER(is_nan(x), int(x.y) < 0), uvec2(0u), number);
}

uvec2 d_to_i64(const uvec2 x)
{
    const bool minus = int(x.y) < 0;
    const uvec2 limit = select2(minus, uvec2(0u, SIGN), uvec2(~0u, ~SIGN));
    const uvec2 number = negate_if(minus, size_of(x));
    const uvec2 limited = select2(exponent_of(x) > 1085, limit, number);
    return select2(is_nan(x), uvec2(0u), limited);
}

uint d_to_u(const uvec2 x)
{
    const uvec2 number = d_to_u64(x);
    return SELECT(number.y != 0u, ~0u, number.x);
}

uint d_to_i(const uvec2 x)
{
    const uvec2 number = d_to_i64(x);
    const uint limit = SELECT(int(number.y) < 0, SIGN, ~SIGN);
    return SELECT(u64_seq(number, i_to_i64(number.x)), number.x, limit);
}

uvec2 f_to_u64(const uint x)
{
    return d_to_u64(f_to_d(x));
}

uvec2 f_to_i64(const uint x)
{
    return d_to_i64(f_to_d(x));
}
