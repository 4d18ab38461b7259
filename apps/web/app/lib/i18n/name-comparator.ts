/** Numeric and locale-aware: "Loja 9" before "Loja 10". */
export function createNameComparator(language: string) {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return (a: { name: string }, b: { name: string }): number => compare(a.name, b.name);
}
