/** What the build fills in. */
interface ImportMetaEnv {
  /** Path under which the texts of the interface lie; see translation-files-plugin.ts. */
  readonly TRANSLATIONS_URL: string;
}
