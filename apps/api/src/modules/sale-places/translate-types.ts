import type { Language } from '@wopack/domain';

interface TypeRow {
  id: number;
  slug: string;
  name: Record<string, string>;
}

/** Categories by id with names in the requested language. */
export const translateTypes = (ids: readonly number[], types: readonly TypeRow[], language: Language) =>
  ids.flatMap((id) => {
    const type = types.find((candidate) => candidate.id === id);
    return type ? [{ id, slug: type.slug, name: type.name[language] ?? type.slug }] : [];
  });
