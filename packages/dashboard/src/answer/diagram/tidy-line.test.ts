import { describe, expect, it } from 'vitest';
import { tidyLine } from './tidy-line.ts';

describe('an edge', () => {
  it('starts without a segment along the table', () => {
    expect(
      tidyLine('M430.7,606.8L427,606.8Q423.4,606.8 423.4,610.5L423.4,638.9Q423.4,646 416.3,646L379.8,646'),
    ).toBe('M423.4,606.8L423.4,610.5L423.4,638.9Q423.4,646,416.3,646L379.8,646');
  });

  it('ends without a segment along the table', () => {
    expect(tidyLine('M10,0L10,50Q10,60 20,60L90,60Q100,60 100,70L100,96Q100,100 104,100L108,100')).toBe(
      'M10,0L10,50Q10,60,20,60L90,60Q100,60,100,70L100,96L100,100',
    );
  });

  it('is otherwise unchanged', () => {
    const plain =
      'M788.4,236L788.4,248.9Q788.4,256,795.5,256L902,256A6,6,0,0,1,914,256L1055,256Q1062,256,1062,263L1062,338';
    expect(tidyLine(plain)).toBe(plain);
    expect(tidyLine('M0,0L80,0Q90,0,90,10L90,50')).toBe('M0,0L80,0Q90,0,90,10L90,50');
    expect(tidyLine('')).toBe('');
  });
});
