import { MapCanvas } from './map-canvas.tsx';

export interface DrawnMapProps {
  latitude: number;
  longitude: number;
  zoom: number;
  /** In pixels. */
  width: number;
  height: number;
  onDrawn: (picture: DrawnPicture) => void;
}

export interface DrawnPicture {
  /** A data URL. */
  src: string;
  /** Whose map it is, in words. */
  attribution: string;
}

/** Draws a map once, out of sight, and hands over the picture. */
export default function DrawnMap({ latitude, longitude, zoom, width, height, onDrawn }: DrawnMapProps) {
  return (
    <div
      aria-hidden="true"
      inert
      className="fixed top-0 -z-10 invisible"
      style={{ width, height, left: -2 * width }}
    >
      <MapCanvas
        still
        pixelRatio={1}
        view={{ latitude, longitude, zoom }}
        onDrawn={(map) => {
          // Without its place in the page it draws once more, in a size of its own.
          if (map.getCanvas().width !== width) return;
          const sources = Object.keys(map.getStyle().sources).map((id) => map.getSource(id)?.attribution);
          onDrawn({
            // The buffer holds what was drawn until the browser has shown it.
            src: map.getCanvas().toDataURL('image/webp', 0.9),
            attribution: [...new Set(sources.filter(Boolean).map((html) => wordsOf(html!)))].join(' · '),
          });
        }}
      />
    </div>
  );
}

const wordsOf = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();
