import { Marker } from 'react-map-gl/maplibre';
import { MapCanvas } from '../../../ui/map/map-canvas.tsx';
import { SalePlaceMarker } from '../detail/sale-place-marker.tsx';

interface Props {
  salePlace: { name: string; latitude: number; longitude: number };
  /** Slug of the kind of food to draw. */
  type: string;
}

/** Where one venue is; to walk about there is the large map. */
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
