/** What buyers say about the things of a category: what they like, and what they do not. */
export const REMARKS: Readonly<Record<string, { good: readonly string[]; bad: readonly string[] }>> = {
  'garden-tools': {
    good: [
      'Sits well in the hand even after an hour of digging.',
      'Cuts through heavy clay without bending.',
      'Left it out in the rain for a week: no rust.',
    ],
    bad: ['The handle came loose after three weekends.', 'The edge was blunt out of the box.'],
  },
  'seeds-bulbs': {
    good: [
      'Nearly every one came up.',
      'Sown in March, picking since June.',
      'The neighbours ask what we planted.',
    ],
    bad: ['Barely half of them germinated.', 'The packet was torn and a good part was missing.'],
  },
  'pots-planters': {
    good: ['Survived its first winter outside.', 'The colour is exactly as in the picture.', 'Drains well.'],
    bad: ['Arrived with a hairline crack.', 'Smaller than I had imagined, measure first.'],
  },
  'hand-tools': {
    good: [
      'Straight, balanced and easy to sharpen.',
      'Replaced the one my father used for thirty years.',
      'Good steel for the money.',
    ],
    bad: ['Needed an hour on the stone before it was usable.', 'The grip is too thick for small hands.'],
  },
  fasteners: {
    good: [
      'Heads do not strip, not even in oak.',
      'Counted them: the box is full.',
      'Still shiny after a winter on the deck.',
    ],
    bad: ['Two of the first ten snapped.', 'The label says steel, the magnet is not so sure.'],
  },
  'paint-finishes': {
    good: ['Covers in one coat.', 'Hardly smells and dries overnight.', 'Brings out the grain beautifully.'],
    bad: ['Took three coats on bare pine.', 'The tin was dented and had leaked a little.'],
  },
  cookware: {
    good: [
      'Eggs slide right off after the second seasoning.',
      'Heats evenly on induction too.',
      'Heavy in the good way.',
    ],
    bad: ['The handle gets very hot.', 'A chip in the rim on day one.'],
  },
  'coffee-tea': {
    good: ['Fresh, with a date on the bag.', 'Our whole office switched to it.', 'Mild and never bitter.'],
    bad: ['Tasted flat, perhaps an old batch.', 'The new bag no longer closes properly.'],
  },
  preserving: {
    good: [
      'Forty jars filled, forty jars sealed.',
      'The lids close with a proper click.',
      'Thick glass, no breakage in the parcel.',
    ],
    bad: ['Three jars arrived broken.', 'A few of the seals did not hold.'],
  },
  'candles-lighting': {
    good: [
      'Burns evenly and does not drip.',
      'A warm light, just right for the table.',
      'Smells of honey and nothing else.',
    ],
    bad: ['Burnt down much faster than promised.', 'One of the lamps flickered from the start.'],
  },
  'notebooks-paper': {
    good: ['Ink does not bleed through.', 'Lies flat when open.', 'The paper feels lovely.'],
    bad: ['The binding gave way in a month.', 'Thinner paper than last year.'],
  },
  'birds-wildlife': {
    good: ['The blue tits moved in within a week.', 'Easy to clean.', 'No squirrel has beaten it yet.'],
    bad: [
      'The roof warped after the first storm.',
      'Still empty after a year, so no verdict from the tenants.',
    ],
  },
};

/** One list for each rating from 1 to 5. */
export const OPENINGS: readonly (readonly string[])[] = [
  ['Sent it back.', 'Not what I paid for.', 'Leider enttäuscht.'],
  ['Expected more.', 'Hmm.', 'Only so-so.', 'Déçue.'],
  ['Does the job.', 'All right for the price.', 'Decent.', 'Geht so.'],
  ['Good.', 'Would buy again.', 'Très bien.', 'Happy with it.', 'Solid.'],
  [
    'Wonderful!',
    'Exactly what I was looking for.',
    'Einfach toll.',
    'Parfait !',
    'Our third one already.',
    'Świetne!',
  ],
];

export const CLOSINGS: readonly string[] = [
  'Delivery took two days.',
  'Packed without plastic, thank you.',
  'Bought it as a present.',
  'The parcel came a day late.',
  'Will order again in spring.',
];
