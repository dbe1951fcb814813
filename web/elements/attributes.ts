// Attributes whose absence means a value: without a converter, removing one would set its property to null.

/** Of a text. */
export const textOr = (missing: string) => ({
  converter: (given: string | null) => given ?? missing,
});

/** Of a number. */
export const numberOr = (missing: number) => ({
  converter: (given: string | null) => (given === null ? missing : Number(given)),
});
