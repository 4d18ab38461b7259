/** Where cookies are blocked, accessing service workers may throw. */
export function getServiceWorkerContainer(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}
