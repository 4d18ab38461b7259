import { parseUserAgent } from '@wopack/domain';
import { useTranslation } from 'react-i18next';

/** Turns the name that a device sent into one to read. */
export function useDeviceName(): (sentName: string) => string {
  const { t } = useTranslation('account');
  return (sentName) => {
    const { browser, system, fallbackName } = parseUserAgent(sentName);
    if (browser && system) return t('devices.on', { browser, system });
    return browser ?? system ?? fallbackName ?? t('devices.unknown');
  };
}
