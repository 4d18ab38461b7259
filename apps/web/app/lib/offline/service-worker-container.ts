/** Where cookies are blocked, even looking for service workers may throw. */
export function getServiceWorkerContainer(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}
