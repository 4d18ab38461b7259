import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../../platform/context.ts';
import { exportImportTemplate, exportProducts, listImportColumns } from './export-products.ts';
import {
  addImportPhotos,
  createProductImport,
  discardProductImport,
  exportImportErrors,
  getProductImport,
  listImportedProducts,
  listProductImports,
  startProductImport,
} from './product-imports.ts';

export function productImportRoutes(context: Context, { route, fileRoute }: Http): void {
  route(endpoints.listImportColumns, (call) => listImportColumns(context, call));
  fileRoute(endpoints.exportImportTemplate, (call) => exportImportTemplate(call));
  fileRoute(endpoints.exportProducts, (call) => exportProducts(context, call));
  route(endpoints.listProductImports, (call) => listProductImports(context, call));
  route(endpoints.createProductImport, (call) => createProductImport(context, call));
  route(endpoints.addImportPhotos, (call) => addImportPhotos(context, call));
  route(endpoints.getProductImport, (call) => getProductImport(context, call));
  route(endpoints.listImportedProducts, (call) => listImportedProducts(context, call));
  route(endpoints.startProductImport, (call) => startProductImport(context, call));
  route(endpoints.discardProductImport, (call) => discardProductImport(context, call));
  fileRoute(endpoints.exportImportErrors, (call) => exportImportErrors(context, call));
}
