#!/usr/bin/env node
import { start } from '../dist/start.mjs';

await start('molehill');
