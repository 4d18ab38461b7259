import { Marker } from 'react-map-gl/maplibre';
import { FoodIcon } from '../../../ui/food-icon.tsx';
import { MapCanvas } from '../../../ui/map/map-canvas.tsx';

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
        <span className="flex flex-col items-center font-text drop-shadow-[0_4px_8px_rgb(52_16_42/.28)]">
          <span className="flex h-[46px] max-w-60 items-center gap-1 rounded-full bg-brand pr-[15px] pl-2 text-[1.0625rem] font-bold text-on-brand">
            <FoodIcon slug={type} className="size-8" />
            <span className="truncate">{name}</span>
          </span>
          <span className="-mt-px h-[9px] w-4 bg-brand [clip-path:polygon(0_0,100%_0,50%_100%)]" />
        </span>
      </Marker>
    </MapCanvas>
  );
}
