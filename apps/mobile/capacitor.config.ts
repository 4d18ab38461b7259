import type { CapacitorConfig } from '@capacitor/cli';

const config: CapacitorConfig = {
  appId: 'app.wopack',
  appName: 'WoPack',
  webDir: '../web/dist',
  // With these schemes the origins are https://localhost and capacitor://localhost, which the server allows
  // (APP_ORIGINS).
  server: { androidScheme: 'https', iosScheme: 'capacitor', hostname: 'localhost' },
  backgroundColor: '#ffc93c',
  android: { allowMixedContent: false },
  ios: { contentInset: 'never', limitsNavigationsToAppBoundDomains: true },
};

export default config;
