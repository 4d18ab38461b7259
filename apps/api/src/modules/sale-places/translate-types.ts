import type { Language } from '@wopack/rules';

interface TypeRow {
  id: number;
  slug: string;
  name: Record<string, string>;
}

/** Category ids as the caller sees them: with a name in their language. */
export const translateTypes = (ids: readonly number[], types: readonly TypeRow[], language: Language) =>
  ids.flatMap((id) => {
    const type = types.find((candidate) => candidate.id === id);
    return type ? [{ id, slug: type.slug, name: type.name[language] ?? type.slug }] : [];
  });
