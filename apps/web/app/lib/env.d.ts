/** Replaced at build time. */
interface ImportMetaEnv {
  /** Path of the translation files; see vite-plugins.ts. */
  readonly TRANSLATIONS_URL: string;
}

/** Injected by the mobile app before any script runs; undefined in a browser. */
interface Window {
  Capacitor?: { isNativePlatform(): boolean };
}
