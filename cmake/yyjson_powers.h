/* In place of yyjson's table of powers of ten, 10 KB that no compression makes smaller: the same numbers, worked out in
   a tenth of a millisecond when the first of them is asked for. For the copy of yyjson.c in cmake/dependencies.cmake.
 */
#define EEGATE_POWERS (POW10_SIG_TABLE_MAX_EXP - POW10_SIG_TABLE_MIN_EXP + 1)
#define EEGATE_LIMBS 44 /* of 32 bits: 10^325 needs 34, 10^-343 some below its first */

/* 128 bits from the highest that is set, the rest cut off. */
static void eegate_highest_bits(const u32 *limbs, u64 *to) {
  int top = EEGATE_LIMBS - 1;
  while (limbs[top] == 0) --top;
  const int shift = __builtin_clz(limbs[top]);
  for (int i = 0; i < 4; ++i) {
    const u64 high = top >= i ? limbs[top - i] : 0, low = top > i ? limbs[top - i - 1] : 0;
    to[i / 2] = to[i / 2] << 32 | (u32)((high << 32 | low) << shift >> 32);
  }
}

static const u64 *eegate_powers(void) {
  static u64 powers[2 * EEGATE_POWERS];
  u64 *const one = powers - 2 * POW10_SIG_TABLE_MIN_EXP;
  if (one[0] != 0) return powers;
  u32 limbs[EEGATE_LIMBS] = {1};
  for (int power = 0; power <= POW10_SIG_TABLE_MAX_EXP; ++power) {
    eegate_highest_bits(limbs, one + 2 * power);
    u64 carry = 0;
    for (int i = 0; i < EEGATE_LIMBS; ++i, carry >>= 32) {
      carry += (u64)limbs[i] * 10;
      limbs[i] = (u32)carry;
    }
  }
  memset(limbs, 0, sizeof limbs);
  limbs[EEGATE_LIMBS - 1] = 1; /* a power of two for a 1: what is cut off of tenths does not change tenths of them */
  for (int power = -1; power >= POW10_SIG_TABLE_MIN_EXP; --power) {
    u64 rest = 0;
    for (int i = EEGATE_LIMBS - 1; i >= 0; --i) {
      rest = rest << 32 | limbs[i];
      limbs[i] = (u32)(rest / 10);
      rest %= 10;
    }
    eegate_highest_bits(limbs, one + 2 * power);
  }
  return powers;
}
#define pow10_sig_table eegate_powers()
