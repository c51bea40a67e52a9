#!/usr/bin/env node
import { main } from '../dist/main.mjs';

await main();
