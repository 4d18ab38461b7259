/** The layout from 576 px as a separate chunk, which phones do not load. */
export { Footer } from './footer.tsx';
export { SideMenu } from './side-menu.tsx';
export { TopBar } from './top-bar.tsx';
