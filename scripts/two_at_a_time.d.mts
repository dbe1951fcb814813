export function twoAtATime<Name, Prepared>(
  names: Name[],
  prepare: (name: Name) => Promise<Prepared>,
  run: (name: Name, prepared: Prepared) => Promise<unknown>,
): Promise<void>;
