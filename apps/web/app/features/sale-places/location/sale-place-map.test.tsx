import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import { StaticMap } from './sale-place-map.tsx';

const rendererProps = vi.fn();
vi.mock(import('../../../ui/map/map-image-renderer.tsx'), () => ({
  default: (props) => {
    rendererProps(props);
    return (
      <button
        type="button"
        onClick={() =>
          props.onRendered({
            src: 'data:image/webp;base64,AA',
            attribution: 'Natural Earth',
            hasNoStreets: true,
          })
        }
      >
        draw
      </button>
    );
  },
}));

const renderMap = () =>
  renderInLanguage('en', <StaticMap latitude={38.7123} longitude={-9.1416} alt="Around the pin" />);
const getImage = () => screen.getByAltText<HTMLImageElement>('Around the pin');

test('requests the service’s image in the specified size and zoom', () => {
  renderMap();
  expect(getImage()).toHaveAttribute('src', '/static-map?latitude=38.7123&longitude=-9.1416');
  expect([getImage().width, getImage().height]).toEqual([1200, 800]);
  expect(rendererProps).not.toHaveBeenCalled();
});

test('without a service, or a response of it, it is rendered once with its attribution', async () => {
  renderMap();
  fireEvent.error(getImage());
  fireEvent.click(await screen.findByRole('button', { name: 'draw' }));
  expect(rendererProps).toHaveBeenLastCalledWith(
    expect.objectContaining({ latitude: 38.7123, longitude: -9.1416, zoom: 18, width: 1200, height: 800 }),
  );
  expect(getImage()).toHaveAttribute('src', 'data:image/webp;base64,AA');
  expect(screen.getByText('Natural Earth')).toBeVisible();
  expect(screen.getByText(/^No street map right now/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'draw' })).toBeNull();
});
