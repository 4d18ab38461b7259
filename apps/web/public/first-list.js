// Asks for the list while the app's script is on its way, and puts its first photos where they will be: for a member on
// a phone who has chosen no kind, no words, no place and not the map. The app takes the answer over
// (src/lib/asked-early.ts); what it wants otherwise, it asks by itself.
{
  const { session } = document.documentElement.dataset;
  const frame = () => document.querySelector('[data-frame="member"]');
  const SHOWN = 2;

  const asBefore = () => {
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

  const show = (bone, { path, srcset }) => {
    const image = new Image(960, 576);
    image.className = bone.className.replace('skeleton', 'bg-quiet object-cover');
    image.alt = '';
    image.sizes = '100vw';
    image.srcset = srcset;
    image.src = path;
    bone.replaceWith(image);
    return image.decode();
  };

  const showPhotos = async (list, page) => {
    const { data } = await list.json();
    await page;
    const bones = [...frame().querySelectorAll('[data-photo]')].slice(0, SHOWN);
    // What is sold out is paler: that is left to the app.
    const photos = bones.map((_, place) => (data[place]?.quantity > 0 ? data[place].photos[0] : null));
    await Promise.all(bones.map((bone, place) => photos[place] && show(bone, photos[place])));
  };

  if (session === 'member' && matchMedia('(max-width: 575px)').matches && asBefore()) {
    const address = '/api/v1/products?sort=center';
    const answer = fetch(address, {
      headers: {
        accept: 'application/json',
        'accept-language': document.documentElement.lang,
        authorization: `Bearer ${localStorage.getItem('token')}`,
      },
    });
    // The first number that is written makes the browser load what it knows of them, which takes 20 ms: not later.
    (0).toLocaleString(document.documentElement.lang);
    const page = new Promise((there) => {
      if (frame()) there();
      else addEventListener('DOMContentLoaded', there);
    });
    // An answer that does not come, or says no, is the app's to tell.
    const shown = answer.then((list) => list.ok && showPhotos(list.clone(), page)).catch(() => undefined);
    window.askedEarly = { address, answer, shown };
  }
}
