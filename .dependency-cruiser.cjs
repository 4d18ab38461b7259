/** Who may import whom. The picture it keeps: docs/decisions/0001-architecture.md */
const api = '^apps/api/src';
const moduleDir = (name) => `${api}/modules/${name}/`;
/** Modules a module stands on, by their front doors. */
const downwards = {
  identity: ['geo', 'media'],
  businesses: ['identity', 'notifications'],
  geo: [],
  media: [],
  uploads: ['identity', 'media'],
  ledger: ['identity', 'businesses', 'notifications'],
  notifications: [],
  'sale-places': ['identity', 'businesses', 'media', 'geo', 'uploads'],
  products: ['identity', 'businesses', 'sale-places', 'media', 'uploads'],
  offers: ['identity', 'geo', 'products', 'sale-places', 'notifications'],
  affiliates: ['identity', 'ledger'],
  credit: ['identity', 'businesses', 'ledger', 'notifications', 'sale-places'],
  payments: ['ledger', 'identity', 'businesses', 'credit', 'notifications', 'products'],
  orders: [
    'identity',
    'businesses',
    'media',
    'payments',
    'products',
    'ledger',
    'affiliates',
    'credit',
    'notifications',
    'sale-places',
    'uploads',
  ],
  allocation: ['identity', 'businesses', 'products', 'payments', 'notifications', 'orders'],
  forecasts: ['identity', 'businesses', 'notifications', 'products', 'offers', 'sale-places'],
  admin: [
    ...['identity', 'geo', 'media', 'ledger', 'notifications', 'sale-places', 'products', 'offers'],
    ...['affiliates', 'credit', 'payments', 'orders', 'allocation', 'checkout', 'businesses'],
  ],
  checkout: [
    'allocation',
    'products',
    'payments',
    'orders',
    'ledger',
    'affiliates',
    'credit',
    'notifications',
    'identity',
    'businesses',
  ],
};

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-imports-nothing',
      severity: 'error',
      from: { path: '^packages/domain/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/domain/src' },
    },
    {
      name: 'contract-imports-typebox-alone',
      severity: 'error',
      from: { path: '^packages/contract/src' },
      to: { pathNot: '^packages/contract/src|^typebox$|node_modules/typebox/' },
    },
    {
      name: 'admin-apart',
      comment: 'The console is a program of its own.',
      severity: 'error',
      from: { path: '^apps/admin' },
      to: { path: '^apps/(api|web|mobile)' },
    },
    {
      name: 'nobody-imports-admin',
      severity: 'error',
      from: { path: '^(apps/(api|web|mobile)|packages)' },
      to: { path: '^apps/admin' },
    },
    { name: 'web-not-api', severity: 'error', from: { path: '^apps/web' }, to: { path: '^apps/api' } },
    {
      name: 'ui-imports-no-app',
      comment: 'The kit of web and admin.',
      severity: 'error',
      from: { path: '^packages/ui/src' },
      to: { path: '^apps/' },
    },
    {
      name: 'mobile-knows-nobody',
      comment: 'The web app hands the wrapper what it needs.',
      severity: 'error',
      from: { path: '^apps/mobile' },
      to: { path: '^(apps/(web|api)|packages)/' },
    },
    { name: 'api-not-web', severity: 'error', from: { path: '^apps/api' }, to: { path: '^apps/web' } },
    {
      name: 'front-doors-only',
      comment: 'A module enters another through its index.ts.',
      severity: 'error',
      from: { path: `${api}/modules/([^/]+)/` },
      to: {
        path: `${api}/modules/[^/]+/`,
        pathNot: [`${api}/modules/$1/`, `${api}/modules/[^/]+/index\\.ts$`],
      },
    },
    ...Object.entries(downwards).map(([name, below]) => ({
      name: `${name}-downwards-only`,
      severity: 'error',
      from: { path: moduleDir(name), pathNot: '\\.test\\.ts$' },
      to: { path: `${api}/modules/`, pathNot: [name, ...below].map(moduleDir) },
    })),
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: `${api}/platform/` },
      to: { path: `${api}/modules/` },
    },
    {
      name: 'sql-in-its-place',
      comment: 'SQL stands in *.queries.ts and in platform/db.',
      severity: 'error',
      from: { path: `${api}/modules/`, pathNot: '\\.queries\\.ts$|\\.test\\.ts$' },
      to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules-are-pure',
      comment: '*.rules.ts know no effects: neither queries, nor the platform.',
      severity: 'error',
      from: { path: `${api}/modules/.*\\.rules\\.ts$` },
      to: {
        path: `\\.queries\\.ts$|${api}/platform/|^node:(fs|http|net|child_process)`,
        // Pure: they split a text into words, write one in plain letters, and choose who makes room.
        pathNot: `${api}/platform/(search-words|plain-letters|http/arrivals)`,
      },
    },
    {
      name: 'web-features-apart',
      severity: 'error',
      from: { path: '^apps/web/app/features/([^/]+)/' },
      to: {
        path: '^apps/web/app/(features|routes)/|^apps/web/app/[^/]+$',
        pathNot: '^apps/web/app/features/$1/',
      },
    },
    {
      name: 'ui-and-lib-below',
      severity: 'error',
      from: { path: '^apps/web/app/(ui|lib)/' },
      to: { path: '^apps/web/app/(features|routes)/|^apps/web/app/[^/]+$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|\\.gen\\.ts$' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
