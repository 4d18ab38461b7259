/** What the build fills in. */
interface ImportMetaEnv {
  /** Path under which the texts of the interface lie; see vite-plugins.ts. */
  readonly TRANSLATIONS_URL: string;
}

/** What the app of a telephone adds to its pages before anything else runs; absent in a browser. */
interface Window {
  Capacitor?: { isNativePlatform(): boolean };
}
