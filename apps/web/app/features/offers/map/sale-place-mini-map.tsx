import { Marker } from 'react-map-gl/maplibre';
import { MapCanvas } from '../../../ui/map/map-canvas.tsx';
import { SalePlacePin } from '../../../ui/map/map-overlays.tsx';

interface Props {
  salePlace: { name: string; latitude: number; longitude: number };
  /** Slug of the food type to draw. */
  type: string;
}

/** One sale place on a map that cannot be moved. */
export default function SalePlaceMiniMap({ salePlace, type }: Props) {
  const { name, longitude, latitude } = salePlace;
  return (
    <MapCanvas
      isStatic
      view={{ longitude, latitude, zoom: 15 }}
      obstacles={[{ longitude, latitude, width: 250, height: 60, offset: [0, -30] }]}
    >
      <Marker longitude={longitude} latitude={latitude} anchor="bottom">
        <SalePlacePin name={name} type={type} />
      </Marker>
    </MapCanvas>
  );
}
