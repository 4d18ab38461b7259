// Runs before anything else is loaded: the token of a sign-in link (/auth/token?token=…) leaves the address, so that
// it is in no history, no copied link and no request.
if (/\/auth\/token\/?$/.test(location.pathname)) {
  const query = new URLSearchParams(location.search);
  const token = query.get('token')?.trim();
  query.delete('token');
  history.replaceState(history.state, '', location.pathname + (query.size ? `?${query}` : ''));
  try {
    if (token) sessionStorage.setItem('givenToken', token);
  } catch {
    // Storage is blocked: app/lib/storage/storage.ts takes it from here, for this page alone.
    window.sessionFallback = { givenToken: token };
  }
}
