/** The texts of a part of the interface, as translation-files-plugin.ts of the build laid them out. */
export async function loadTranslations(
  language: string,
  namespace: string,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${import.meta.env.TRANSLATIONS_URL}/${language}/${namespace}.json`);
  if (!response.ok) throw new Error(`no texts ${language}/${namespace}`);
  return response.json() as Promise<Record<string, unknown>>;
}
