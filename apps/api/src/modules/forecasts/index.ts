export { forecastJobs } from './forecasts.jobs.ts';
export { forecastRoutes } from './forecasts.routes.ts';
