import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../lib/format/use-format.ts';
import type { MapCluster } from '../map.api.ts';
import { clusterSize } from './marker-boxes.ts';

/** Venues that stand too close to tell apart; a press zooms in. */
export function ClusterMarker({ cluster, onPress }: { cluster: MapCluster; onPress: () => void }) {
  const { t, i18n } = useTranslation('map');
  const { formatEuros } = useFormat();
  const { count, price_from: price } = cluster;
  const size = clusterSize(count);
  return (
    <button
      type="button"
      aria-label={t('cluster', { count, price: formatEuros(price) })}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
      style={{ width: size, height: size }}
      className="grid cursor-pointer place-items-center rounded-full bg-primary font-text text-sm font-bold text-on-primary tabular-nums shadow-2 ring-4 ring-raised/70 transition-transform hover:scale-105"
    >
      {new Intl.NumberFormat(i18n.language, { notation: 'compact', maximumFractionDigits: 1 }).format(count)}
    </button>
  );
}
