import { MapCanvas } from './map-canvas.tsx';

export interface MapImageRendererProps {
  latitude: number;
  longitude: number;
  zoom: number;
  /** In pixels. */
  width: number;
  height: number;
  onRendered: (image: MapImage) => void;
}

export interface MapImage {
  /** A data URL. */
  src: string;
  /** Whose map it is, in words. */
  attribution: string;
}

/** Draws a map once, out of sight, and hands over the picture. */
export default function MapImageRenderer({
  latitude,
  longitude,
  zoom,
  width,
  height,
  onRendered,
}: MapImageRendererProps) {
  return (
    <div
      aria-hidden="true"
      inert
      className="fixed top-0 -z-10 invisible"
      style={{ width, height, left: -2 * width }}
    >
      <MapCanvas
        isStatic
        pixelRatio={1}
        view={{ latitude, longitude, zoom }}
        onRendered={(map) => {
          // Without its place in the page it draws once more, in a size of its own.
          if (map.getCanvas().width !== width) return;
          const sources = Object.keys(map.getStyle().sources).map((id) => map.getSource(id)?.attribution);
          onRendered({
            // The buffer holds what was drawn until the browser has shown it.
            src: map.getCanvas().toDataURL('image/webp', 0.9),
            attribution: [...new Set(sources.filter(Boolean).map((html) => stripHtml(html!)))].join(' · '),
          });
        }}
      />
    </div>
  );
}

const stripHtml = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();
