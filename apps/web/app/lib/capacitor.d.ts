/** What the app of a telephone adds to its pages before anything else runs; absent in a browser. */
interface Window {
  Capacitor?: { isNativePlatform(): boolean };
}
