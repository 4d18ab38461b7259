interface ShareContent {
  title: string;
  url: string;
}

/** Hands a link to the device's own sharing, else to the clipboard. */
export async function shareLink({ title, url }: ShareContent): Promise<'shared' | 'copied' | 'failed'> {
  try {
    if ('share' in navigator) {
      await navigator.share({ title, url });
      return 'shared';
    }
    await (navigator as Navigator).clipboard.writeText(url);
    return 'copied';
  } catch (error) {
    // Closing the share sheet is no failure.
    return error instanceof DOMException && error.name === 'AbortError' ? 'shared' : 'failed';
  }
}
