import { Marker } from 'react-map-gl/maplibre';
import { MapCanvas } from '../../../ui/map/map-canvas.tsx';
import { VenuePin } from '../detail/venue-pin.tsx';

interface Props {
  venue: { name: string; latitude: number; longitude: number };
  /** Slug of the kind of food to draw. */
  type: string;
}

/** Where one venue is; to walk about there is the large map. */
export default function SmallMap({ venue, type }: Props) {
  const { name, longitude, latitude } = venue;
  return (
    <MapCanvas still view={{ longitude, latitude, zoom: 15 }}>
      <Marker longitude={longitude} latitude={latitude} anchor="bottom">
        <VenuePin name={name} type={type} />
      </Marker>
    </MapCanvas>
  );
}
