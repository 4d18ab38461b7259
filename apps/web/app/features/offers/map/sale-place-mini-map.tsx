import { Marker } from 'react-map-gl/maplibre';
import { MapCanvas } from '../../../ui/map/map-canvas.tsx';
import { SalePlacePin } from '../../../ui/map/map-overlays.tsx';
import { toPixel } from '../../../ui/map/pixels.ts';

interface Props {
  salePlace: { name: string; latitude: number; longitude: number };
  /** Slug of the food type to draw. */
  type: string;
}

/** Of its marker at most, in pixels. */
const MARKER = { width: 250, height: 60 };

/** One sale place on a map that cannot be moved. */
export default function SalePlaceMiniMap({ salePlace, type }: Props) {
  const { name, longitude, latitude } = salePlace;
  return (
    <MapCanvas
      isStatic
      view={{ longitude, latitude, zoom: 15 }}
      getOccupiedBoxes={(zoom) => {
        const { x, y } = toPixel({ latitude, longitude }, zoom);
        return [{ x, y: y - MARKER.height / 2, ...MARKER }];
      }}
    >
      <Marker longitude={longitude} latitude={latitude} anchor="bottom">
        <SalePlacePin name={name} type={type} />
      </Marker>
    </MapCanvas>
  );
}
