import type { CapacitorConfig } from '@capacitor/cli';

const config: CapacitorConfig = {
  appId: 'app.wopack',
  appName: 'WoPack',
  webDir: '../web/dist',
  // The origins that the server lets in (APP_ORIGINS): https://localhost and capacitor://localhost.
  server: { androidScheme: 'https', iosScheme: 'capacitor', hostname: 'localhost' },
  backgroundColor: '#ffc93c',
  android: { allowMixedContent: false },
  ios: { contentInset: 'never', limitsNavigationsToAppBoundDomains: true },
};

export default config;
