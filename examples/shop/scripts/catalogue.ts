/** Label to price factor. */
type Variants = Readonly<Record<string, number>>;
type Kind = readonly [name: string, cents: number, grams: number, material: string, variants: Variants];

export type CategoryPlan = {
  slug: string;
  name: string;
  prefix: string;
  tags: readonly string[];
  /** How much is bought of it, January to December. */
  season: readonly number[];
  /** From so many pieces of one product, so many percent off. */
  tiers: Readonly<Record<number, number>>;
  kinds: readonly Kind[];
};

const EVEN = [8, 8, 9, 9, 9, 8, 8, 8, 9, 9, 10, 11] as const;
const GARDEN = [2, 4, 13, 19, 17, 11, 7, 6, 7, 5, 3, 2] as const;
const WORKSHOP = [7, 8, 10, 11, 11, 9, 8, 8, 9, 9, 7, 6] as const;
const HARVEST = [3, 3, 3, 4, 7, 14, 19, 20, 16, 8, 4, 3] as const;
const WINTER = [7, 6, 5, 4, 3, 2, 3, 4, 7, 11, 18, 24] as const;
const FEEDING = [14, 12, 9, 6, 5, 4, 4, 4, 6, 10, 13, 14] as const;

function same(...labels: string[]): Variants {
  return Object.fromEntries(labels.map((label) => [label, 1]));
}

export const CATALOGUE: readonly CategoryPlan[] = [
  {
    slug: 'garden-tools',
    name: 'Garden tools',
    prefix: 'GDN',
    tags: ['outdoor', 'tool'],
    season: GARDEN,
    tiers: {},
    kinds: [
      ['Hand trowel', 1490, 280, 'steel', { 'ash handle': 1, stainless: 1.25, 'narrow blade': 1.05 }],
      ['Digging spade', 4290, 2100, 'steel', { standard: 1, 'long handle': 1.15, 'child size': 0.55 }],
      ['Bypass secateurs', 2790, 240, 'steel', { standard: 1, 'small hands': 0.95, 'left-handed': 1.15 }],
      ['Garden rake', 2490, 1300, 'steel', { '12 teeth': 1, '16 teeth': 1.2, 'leaf fan': 0.9 }],
      ['Watering can', 2290, 900, 'zinc', { '1.5 l': 0.7, '5 l': 1, '9 l': 1.35 }],
    ],
  },
  {
    slug: 'seeds-bulbs',
    name: 'Seeds & bulbs',
    prefix: 'SED',
    tags: ['outdoor', 'living'],
    season: [10, 16, 20, 15, 8, 3, 2, 3, 8, 9, 4, 2],
    tiers: { 10: 5, 30: 12 },
    kinds: [
      ['Tomato seeds', 290, 5, 'seed', same('Matina', 'Black Cherry', 'San Marzano')],
      ['Lettuce seeds', 240, 5, 'seed', same('Lollo Rossa', 'Little Gem', 'Oakleaf')],
      ['Runner bean seeds', 310, 40, 'seed', same('Scarlet Emperor', 'White Lady', 'Painted Lady')],
      ['Wildflower mix', 490, 60, 'seed', { 'for 10 m²': 1, 'for 25 m²': 1.9, 'for 50 m²': 3.2 }],
      ['Tulip bulbs', 690, 400, 'bulb', { 'Queen of Night': 1, Ballerina: 1.05, 'Spring Green': 1.1 }],
    ],
  },
  {
    slug: 'pots-planters',
    name: 'Pots & planters',
    prefix: 'POT',
    tags: ['outdoor', 'fragile'],
    season: GARDEN,
    tiers: { 10: 4, 20: 8, 40: 12 },
    kinds: [
      ['Terracotta pot', 590, 1200, 'terracotta', { '14 cm': 1, '20 cm': 1.7, '28 cm': 3.1 }],
      [
        'Glazed planter',
        2490,
        3800,
        'stoneware',
        { 'sea green, 24 cm': 1, 'ink blue, 24 cm': 1, 'oatmeal, 30 cm': 1.4 },
      ],
      ['Window box', 1890, 1900, 'zinc', { '60 cm': 1, '80 cm': 1.3, '100 cm': 1.6 }],
      ['Hanging basket', 1290, 700, 'wire', { '25 cm': 1, '30 cm': 1.2, '35 cm': 1.45 }],
      ['Pot saucer', 290, 450, 'terracotta', { '16 cm': 1, '22 cm': 1.4, '30 cm': 2.1 }],
    ],
  },
  {
    slug: 'hand-tools',
    name: 'Hand tools',
    prefix: 'TLS',
    tags: ['workshop', 'tool'],
    season: WORKSHOP,
    tiers: {},
    kinds: [
      ['Claw hammer', 2190, 620, 'steel', { '280 g': 0.85, '450 g': 1, '570 g': 1.12 }],
      ['Screwdriver set', 2690, 740, 'steel', { '4 pieces': 1, '6 pieces': 1.4, precision: 1.1 }],
      ['Pull saw', 3490, 310, 'steel', { 'fine cut': 1, 'rip cut': 1.05, folding: 1.2 }],
      ['Block plane', 4990, 880, 'iron', { apron: 0.8, standard: 1, 'low angle': 1.2 }],
      ['Spirit level', 1690, 500, 'aluminium', { '25 cm': 1, '60 cm': 1.6, '100 cm': 2.2 }],
    ],
  },
  {
    slug: 'fasteners',
    name: 'Screws & fasteners',
    prefix: 'FST',
    tags: ['workshop'],
    season: WORKSHOP,
    tiers: { 10: 5, 25: 10, 50: 15 },
    kinds: [
      [
        'Wood screws, box of 100',
        590,
        420,
        'steel',
        { '3.5 × 30 mm': 1, '4 × 50 mm': 1.2, '5 × 70 mm': 1.55 },
      ],
      ['Coach bolts, pack of 10', 790, 650, 'steel', { 'M6 × 60': 1, 'M8 × 80': 1.3, 'M10 × 120': 1.9 }],
      ['Wall plugs, pack of 50', 390, 120, 'nylon', { '6 mm': 1, '8 mm': 1.15, '10 mm': 1.4 }],
      ['Panel pins, 200 g', 290, 210, 'steel', { '20 mm': 1, '30 mm': 1.05, '40 mm': 1.1 }],
      ['Angle bracket', 190, 80, 'steel', { '40 mm': 1, '60 mm': 1.4, '90 mm': 2 }],
    ],
  },
  {
    slug: 'paint-finishes',
    name: 'Paint & finishes',
    prefix: 'PNT',
    tags: ['workshop', 'liquid'],
    season: WORKSHOP,
    tiers: { 6: 4, 12: 8 },
    kinds: [
      ['Chalk paint, 0.5 l', 1690, 800, 'mineral', same('chalk white', 'sage', 'slate')],
      ['Linseed oil', 1290, 600, 'oil', { '0.5 l': 1, '1 l': 1.75, '2.5 l': 3.6 }],
      ['Beeswax polish', 990, 300, 'wax', same('clear', 'antique', 'dark oak')],
      ['Exterior wood stain, 0.75 l', 2490, 950, 'oil', same('pine', 'teak', 'anthracite')],
      ['Paintbrush', 690, 90, 'bristle', { '25 mm': 1, '50 mm': 1.5, '75 mm': 2 }],
    ],
  },
  {
    slug: 'cookware',
    name: 'Cookware',
    prefix: 'COK',
    tags: ['kitchen'],
    season: EVEN,
    tiers: {},
    kinds: [
      ['Cast-iron skillet', 3990, 2300, 'iron', { '20 cm': 1, '26 cm': 1.4, '30 cm': 1.75 }],
      ['Enamel saucepan', 2990, 1100, 'enamel', { '1 l': 1, '2 l': 1.3, '3.5 l': 1.65 }],
      ['Chopping board', 2490, 1400, 'wood', { beech: 1, oak: 1.3, walnut: 1.8 }],
      ["Cook's knife", 4490, 190, 'steel', { '16 cm': 1, '20 cm': 1.2, '24 cm': 1.4 }],
      ['Mixing bowl', 1490, 900, 'stoneware', { '1 l': 1, '2.5 l': 1.5, '4 l': 2 }],
    ],
  },
  {
    slug: 'coffee-tea',
    name: 'Coffee & tea',
    prefix: 'COF',
    tags: ['kitchen', 'food'],
    season: EVEN,
    tiers: { 6: 4, 12: 7, 24: 10 },
    kinds: [
      ['Filter coffee', 890, 260, 'beans', { '250 g': 1, '500 g': 1.8, '1 kg': 3.3 }],
      ['Espresso beans', 990, 260, 'beans', { '250 g': 1, '500 g': 1.8, '1 kg': 3.3 }],
      ['Green tea, 100 g', 790, 110, 'leaf', { Sencha: 1, Genmaicha: 0.95, Jasmine: 1.1 }],
      ['Herbal infusion, 60 g', 550, 70, 'leaf', same('peppermint', 'chamomile', 'lemon verbena')],
      ['Black tea, 100 g', 690, 110, 'leaf', same('Assam', 'Ceylon', 'Earl Grey')],
    ],
  },
  {
    slug: 'preserving',
    name: 'Jars & preserving',
    prefix: 'PRS',
    tags: ['kitchen', 'fragile'],
    season: HARVEST,
    tiers: { 12: 4, 24: 8, 48: 12 },
    kinds: [
      ['Preserving jar', 290, 380, 'glass', { '0.25 l': 1, '0.5 l': 1.2, '1 l': 1.5 }],
      ['Twist-off jar', 120, 170, 'glass', { '212 ml': 1, '370 ml': 1.2, '720 ml': 1.6 }],
      ['Swing-top bottle', 390, 450, 'glass', { '0.33 l': 1, '0.5 l': 1.15, '1 l': 1.5 }],
      ['Jar lids, pack of 10', 490, 150, 'tinplate', { '66 mm': 1, '82 mm': 1.1, '82 mm gingham': 1.2 }],
      ['Jam sugar, 1 kg', 260, 1010, 'sugar', { '1:1': 1, '2:1': 1.15, '3:1': 1.3 }],
    ],
  },
  {
    slug: 'candles-lighting',
    name: 'Candles & lighting',
    prefix: 'CND',
    tags: ['home', 'gift'],
    season: WINTER,
    tiers: { 12: 5, 36: 10 },
    kinds: [
      ['Beeswax candle', 690, 160, 'wax', { '10 cm': 1, '15 cm': 1.3, '20 cm': 1.7 }],
      ['Tea lights, pack of 24', 590, 350, 'wax', { unscented: 1, cedar: 1.2, fig: 1.2 }],
      ['Storm lantern', 2490, 1200, 'iron', { black: 1, zinc: 1.05, brass: 1.3 }],
      ['Reading lamp', 5490, 1800, 'wood', { ash: 1, oak: 1.1, black: 0.95 }],
      ['String lights', 1990, 300, 'copper', { '5 m': 1, '10 m': 1.6, '10 m solar': 1.9 }],
    ],
  },
  {
    slug: 'notebooks-paper',
    name: 'Notebooks & paper',
    prefix: 'PAP',
    tags: ['home', 'gift'],
    season: [11, 8, 7, 6, 6, 6, 6, 11, 11, 7, 9, 12],
    tiers: { 10: 5, 25: 9, 100: 14 },
    kinds: [
      ['Pocket notebook', 690, 90, 'paper', same('plain', 'ruled', 'dotted')],
      ['Hardcover notebook', 1490, 320, 'paper', { 'A5 ruled': 1, 'B5 dotted': 1.2, 'A4 plain': 1.4 }],
      ['Seed paper cards, set of 6', 590, 60, 'paper', same('poppy', 'clover', 'cornflower')],
      ['Wrapping paper, 3 sheets', 490, 110, 'paper', same('fern', 'stripe', 'kraft')],
      ['Pencil set', 850, 80, 'wood', { HB: 1, '2B to 6B': 1.15, coloured: 1.5 }],
    ],
  },
  {
    slug: 'birds-wildlife',
    name: 'Birds & wildlife',
    prefix: 'WLD',
    tags: ['outdoor', 'living'],
    season: FEEDING,
    tiers: {},
    kinds: [
      ['Bird feeder', 1990, 650, 'wood', { hopper: 1, silo: 0.9, window: 0.7 }],
      ['Nest box', 2490, 1500, 'wood', { '26 mm hole': 1, '32 mm hole': 1, 'open front': 1.05 }],
      ['Sunflower hearts', 790, 1000, 'seed', { '1 kg': 1, '5 kg': 4, '12.5 kg': 8.9 }],
      ['Bee hotel', 2990, 2200, 'wood', { small: 0.65, medium: 1, large: 1.6 }],
      ['Hedgehog house', 5990, 6400, 'wood', { 'flat roof': 1, 'pitched roof': 1.1, 'flat-packed': 0.8 }],
    ],
  },
];
