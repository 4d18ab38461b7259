import { MapCanvas } from './map-canvas.tsx';

export interface MapImageRendererProps {
  latitude: number;
  longitude: number;
  zoom: number;
  /** Pixels. */
  width: number;
  height: number;
  onRendered: (image: MapImage) => void;
}

export interface MapImage {
  /** A data URL. */
  src: string;
  attribution: string;
  hasNoStreets: boolean;
}

/** Renders a map once, off screen, and returns it as an image. */
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
        onRendered={(map, { hasNoStreets }) => {
          // While it is removed from the page, it renders once more in another size.
          if (map.getCanvas().width !== width) return;
          const sources = Object.keys(map.getStyle().sources).map((id) => map.getSource(id)?.attribution);
          onRendered({
            hasNoStreets,
            // The WebGL buffer is readable only until the browser has presented the frame.
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
