// Requests the list while the app's script loads, and puts its first photos in place: for a signed-in user on a phone
// without a filter, a search, a chosen place or the map. The app uses the response (app/performance/prefetched.ts) or makes its
// own request.
{
  const { session } = document.documentElement.dataset;
  const findShell = () => document.querySelector('[data-prerendered="member"]');
  const PHOTO_COUNT = 2;

  const hasDefaultFilters = () => {
    try {
      return (
        ['filterByType', 'searchProductText', 'selectedCity', 'offersView'].every((key) =>
          [null, '', '0', 'list'].includes(localStorage.getItem(key)),
        ) && sessionStorage.getItem('position') === null
      );
    } catch {
      return false;
    }
  };

  const showPhoto = (skeleton, { path, srcset }) => {
    const image = new Image(960, 576);
    image.className = skeleton.className.replace('skeleton', 'bg-quiet object-cover');
    image.alt = '';
    image.sizes = '100vw';
    image.srcset = srcset;
    image.src = path;
    skeleton.replaceWith(image);
    return image.decode();
  };

  const showPhotos = async (response, shellParsed) => {
    const { data } = await response.json();
    await shellParsed;
    const skeletons = [...findShell().querySelectorAll('[data-photo]')].slice(0, PHOTO_COUNT);
    // What is sold out is paler: that is left to the app.
    const photos = skeletons.map((_, index) => (data[index]?.quantity > 0 ? data[index].photos[0] : null));
    await Promise.all(
      skeletons.map((skeleton, index) => photos[index] && showPhoto(skeleton, photos[index])),
    );
  };

  if (session === 'member' && matchMedia('(max-width: 575px)').matches && hasDefaultFilters()) {
    const url = '/api/v1/products?sort=center';
    const response = fetch(url, {
      headers: {
        accept: 'application/json',
        'accept-language': document.documentElement.lang,
        authorization: `Bearer ${localStorage.getItem('token')}`,
      },
    });
    // The first number that is written makes the browser load what it knows of them, which takes 20 ms: not later.
    (0).toLocaleString(document.documentElement.lang);
    const shellParsed = new Promise((resolve) => {
      if (findShell()) resolve();
      else addEventListener('DOMContentLoaded', resolve);
    });
    // An answer that does not come, or says no, is the app's to tell.
    const shown = response
      .then((answer) => answer.ok && showPhotos(answer.clone(), shellParsed))
      .catch(() => undefined);
    window.prefetched = { url, response, shown };
  }
}
