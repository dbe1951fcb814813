// What a view says, without a document.
/** All texts among the values of a template; those of a guard are computed. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  const { values } = (value ?? {}) as { values?: unknown[] };
  return (values ?? []).flatMap((one) =>
    typeof one === 'function' && '_$litDirective$' in (value as object)
      ? textsOf((one as () => unknown)())
      : textsOf(one),
  );
}
