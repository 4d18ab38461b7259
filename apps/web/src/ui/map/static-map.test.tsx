import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderIn } from '../../../test/render.tsx';
import { StaticMap } from './static-map.tsx';

const drawn = vi.fn();
vi.mock(import('./drawn-map.tsx'), () => ({
  default: (props) => {
    drawn(props);
    return (
      <button
        type="button"
        onClick={() => props.onDrawn({ src: 'data:image/webp;base64,AA', attribution: 'Natural Earth' })}
      >
        draw
      </button>
    );
  },
}));

const show = () => renderIn('en', <StaticMap latitude={38.7123} longitude={-9.1416} alt="Around the pin" />);
const picture = () => screen.getByAltText<HTMLImageElement>('Around the pin');

test('the picture of the service, in the size and place that are specified', () => {
  show();
  expect(picture()).toHaveAttribute('src', '/static-map?latitude=38.7123&longitude=-9.1416');
  expect([picture().width, picture().height]).toEqual([1200, 800]);
  expect(drawn).not.toHaveBeenCalled();
});

test('without a service, or one that does not answer, it is drawn once and says whose map it is', async () => {
  show();
  fireEvent.error(picture());
  fireEvent.click(await screen.findByRole('button', { name: 'draw' }));
  expect(drawn).toHaveBeenLastCalledWith(
    expect.objectContaining({ latitude: 38.7123, longitude: -9.1416, zoom: 18, width: 1200, height: 800 }),
  );
  expect(picture()).toHaveAttribute('src', 'data:image/webp;base64,AA');
  expect(screen.getByText('Natural Earth')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'draw' })).toBeNull();
});
