/** What stands around a page from 576 px, as a chunk of its own: a phone's first visit does without. */
export { Footer } from './footer.tsx';
export { SideMenu } from './side-menu.tsx';
export { TopBar } from './top-bar.tsx';
