/** The texts of a part of the interface, as text-files.ts of the build laid them out. */
export async function fetchTexts(language: string, namespace: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${import.meta.env.TEXTS}/${language}/${namespace}.json`);
  if (!response.ok) throw new Error(`no texts ${language}/${namespace}`);
  return response.json() as Promise<Record<string, unknown>>;
}
