import { render } from 'preact';
import { App } from './app.tsx';
import './styles/theme.css';
import './styles/base.css';
import './styles/controls.css';

const root = document.getElementById('app');
if (root) render(<App />, root);
