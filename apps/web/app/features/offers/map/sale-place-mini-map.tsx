import { Marker } from 'react-map-gl/maplibre';
import { MapCanvas } from '../../../ui/map/map-canvas.tsx';
import { SalePlaceMarker } from '../detail/sale-place-marker.tsx';

interface Props {
  salePlace: { name: string; latitude: number; longitude: number };
  /** Slug of the food type to draw. */
  type: string;
}

/** One sale place on a map that cannot be moved. */
export default function SalePlaceMiniMap({ salePlace, type }: Props) {
  const { name, longitude, latitude } = salePlace;
  return (
    <MapCanvas isStatic view={{ longitude, latitude, zoom: 15 }}>
      <Marker longitude={longitude} latitude={latitude} anchor="bottom">
        <SalePlaceMarker name={name} type={type} />
      </Marker>
    </MapCanvas>
  );
}
