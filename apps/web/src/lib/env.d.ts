/** What the build fills in. */
interface ImportMetaEnv {
  /** Path under which the texts of the interface lie; see text-files.ts. */
  readonly TEXTS: string;
}
