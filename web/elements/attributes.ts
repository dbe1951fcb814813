// Attributes whose absence means a value: without a converter, removing one would set its property to null.

/** Of a text. */
export const textOr = (missing: string) => ({
  converter: (given: string | null) => given ?? missing,
});

/** Of a number; `otherwise` stands for what is none. */
export const numberOr = (missing: number, otherwise = missing) => ({
  converter: (given: string | null) => {
    const number = given === null ? missing : Number(given);
    return Number.isNaN(number) ? otherwise : number;
  },
});
