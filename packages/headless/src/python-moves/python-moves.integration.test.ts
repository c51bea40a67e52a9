import { describe, expect, test } from 'vitest';
import { openPythonProject } from '../testing/python-project.ts';

describe('a module moves to another folder', () => {
  const shop = {
    'shop/__init__.py': '',
    'shop/price.py': 'VALUE = 3\n\ndef tax():\n    return VALUE\n',
    'shop/core/__init__.py': '',
  };
  const move = { 'shop/price.py': 'shop/core/price.py' };

  test.for([
    ['import shop.price\nx = shop.price.tax()\n', 'import shop.core.price\nx = shop.core.price.tax()\n'],
    ['import shop.price as p\nx = p.tax()\n', 'import shop.core.price as p\nx = p.tax()\n'],
    ['from shop import price\nx = price.tax()\n', 'from shop.core import price\nx = price.tax()\n'],
    ['from shop import price as p\nx = p.VALUE\n', 'from shop.core import price as p\nx = p.VALUE\n'],
    ['from shop.price import tax, VALUE as v\n', 'from shop.core.price import tax, VALUE as v\n'],
    ['from shop.price import *\nx = tax()\n', 'from shop.core.price import *\nx = tax()\n'],
    [
      'def f():\n    import shop.price\n    return shop.price.tax()\nx = f()\n',
      'def f():\n    import shop.core.price\n    return shop.core.price.tax()\nx = f()\n',
    ],
    [
      'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from shop.price import tax\n',
      'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from shop.core.price import tax\n',
    ],
    [
      'try:\n    import shop.price as p\nexcept ImportError:\n    p = None\nx = p.VALUE\n',
      'try:\n    import shop.core.price as p\nexcept ImportError:\n    p = None\nx = p.VALUE\n',
    ],
    [
      'import os, shop.price, sys  # all\nx = os.sep, shop.price.VALUE\n',
      'import os, shop.core.price, sys  # all\nx = os.sep, shop.core.price.VALUE\n',
    ],
    [
      'from shop import (\n    core,  # stays\n    price,  # moves\n)\nx = core, price.VALUE\n',
      'from shop.core import price\nfrom shop import (\n    core,  # stays\n)\nx = core, price.VALUE\n',
    ],
    [
      'if True: from shop import price, core\n',
      'if True: from shop.core import price; from shop import core\n',
    ],
    [
      'é = "ä😀"; import shop.price; x = "😀", shop.price.VALUE\n',
      'é = "ä😀"; import shop.core.price; x = "😀", shop.core.price.VALUE\n',
    ],
    [
      'import shop.price\nx = f"{shop.price.VALUE:>{shop.price.VALUE}} {shop.price.tax()!r}"\n',
      'import shop.core.price\nx = f"{shop.core.price.VALUE:>{shop.core.price.VALUE}} {shop.core.price.tax()!r}"\n',
    ],
    ['import shop\nimport shop.price\nx = shop\n', 'import shop\nimport shop.core.price\nx = shop\n'],
    [
      'import shop.price\ndef f(shop):\n    return shop.price\nx = [shop.price.VALUE for y in range(1)]\n',
      'import shop.core.price\ndef f(shop):\n    return shop.price\nx = [shop.core.price.VALUE for y in range(1)]\n',
    ],
    ['x = 1\r\nimport shop.price\r\n', 'x = 1\r\nimport shop.core.price\r\n'],
    ['\uFEFFimport shop.price\n', '\uFEFFimport shop.core.price\n'],
    ['from shop.price \\\n    import tax\n', 'from shop.core.price \\\n    import tax\n'],
    ['# shop.price\nprice = 1\nx = price\n', '# shop.price\nprice = 1\nx = price\n'],
  ] as const)('%j', async ([before, after]) => {
    const project = openPythonProject({ ...shop, 'main.py': before });
    expect(await project.broken()).toEqual([]);
    await project.move(move);
    expect(project.text('main.py')).toBe(after);
    expect(await project.broken()).toEqual([]);
  });
});

test('the bound name stays where a module gets another one', async () => {
  const project = openPythonProject({
    'pkg/__init__.py': '',
    'pkg/old.py': 'X = 1\n',
    'top.py': 'Y = 2\n',
    'main.py':
      'import top\nfrom pkg import old, old as o\nimport pkg.old\nx = top.Y, old.X, o.X, pkg.old.X\n',
  });
  await project.move({ 'pkg/old.py': 'pkg/new.py', 'top.py': 'pkg/summit.py' });
  expect(project.text('main.py')).toBe(
    'import pkg.summit as top\nfrom pkg import new as old, new as o\nimport pkg.new\nx = top.Y, old.X, o.X, pkg.new.X\n',
  );
  expect(await project.broken()).toEqual([]);
});

test('relative imports stay relative within a package, and become absolute outside of it', async () => {
  const project = openPythonProject({
    'a/__init__.py': 'from . import one\nfrom .one import X\n',
    'a/one.py': 'from . import two\nfrom .two import Y\nX = two.Y, Y\n',
    'a/two.py': 'Y = 1\n',
    'a/deep/__init__.py': '',
    'a/deep/three.py': 'from .. import one\nfrom ..one import X\n'.replace('from ... import a\n', ''),
    'b/__init__.py': '',
  });
  await project.move({ 'a/one.py': 'a/deep/one.py' });
  expect(project.text('a/__init__.py')).toBe('from .deep import one\nfrom .deep.one import X\n');
  expect(project.text('a/deep/one.py')).toBe('from .. import two\nfrom ..two import Y\nX = two.Y, Y\n');
  expect(project.text('a/deep/three.py')).toBe('from . import one\nfrom .one import X\n');
  expect(await project.broken()).toEqual([]);
  await project.move({ 'a/deep/one.py': 'b/one.py' });
  expect(project.text('a/__init__.py')).toBe('from b import one\nfrom b.one import X\n');
  expect(project.text('b/one.py')).toBe('from a import two\nfrom a.two import Y\nX = two.Y, Y\n');
  expect(await project.broken()).toEqual([]);
  await project.move({ 'b/one.py': 'one.py' });
  expect(project.text('a/__init__.py')).toBe('import one\nfrom one import X\n');
  expect(project.text('a/deep/three.py')).toBe('import one\nfrom one import X\n');
  expect(await project.broken()).toEqual([]);
});

test('a package moves with its modules; what is inside of it stays relative', async () => {
  const project = openPythonProject({
    'a/__init__.py': '',
    'a/lib/__init__.py': 'from .x import X\nfrom . import x\nfrom a.lib.y import Y\n',
    'a/lib/x.py': 'from ..util import U\nX = U\n',
    'a/lib/y.py': 'import a.lib.x\nY = lambda: a.lib.x.X\n',
    'a/util.py': 'U = 1\n',
    'main.py':
      'import a.lib.x, a.util\nfrom a import lib, util\nx = a.lib.x.X, a.lib.Y, lib.y.Y, a.util.U, util.U\n',
  });
  await project.move({ 'a/lib': 'base/parts' });
  expect(project.text('base/parts/__init__.py')).toBe(
    'from .x import X\nfrom . import x\nfrom base.parts.y import Y\n',
  );
  expect(project.text('base/parts/x.py')).toBe('from a.util import U\nX = U\n');
  expect(project.text('base/parts/y.py')).toBe('import base.parts.x\nY = lambda: base.parts.x.X\n');
  expect(project.text('main.py')).toBe(
    'import base.parts.x, a.util\nfrom base import parts as lib\nfrom a import util\nx = base.parts.x.X, base.parts.Y, lib.y.Y, a.util.U, util.U\n',
  );
  expect(await project.broken()).toEqual([]);
});

test('an import still makes available what its uses need', async () => {
  const project = openPythonProject({
    'a/__init__.py': 'A = 1\n',
    'a/b/__init__.py': 'B = 2\n',
    'a/b/c.py': 'C = 3\n',
    'a/z/__init__.py': '',
    'z/__init__.py': '',
    'one.py': 'import a.b.c\nx = a.A, a.b.B, a.b.c.C\n',
  });
  await project.move({ 'a/b/c.py': 'a/z/c.py' });
  expect(project.text('one.py')).toBe('import a.z.c, a.b\nx = a.A, a.b.B, a.z.c.C\n');
  expect(await project.broken()).toEqual([]);
  await project.move({ 'a/z/c.py': 'z/c.py' });
  expect(project.text('one.py')).toBe('import z.c, a.b\nx = a.A, a.b.B, z.c.C\n');
  expect(await project.broken()).toEqual([]);
});

test('a use through the name of a package finds the module in another package', async () => {
  const project = openPythonProject({
    'a/__init__.py': 'from a.b import c\n',
    'a/b/__init__.py': '',
    'a/b/c.py': 'C = 3\n',
    'a/d/__init__.py': '',
    'one.py': 'import a as x\ny = x.b.c.C\n',
    'two.py': 'def f():\n    from a import b\n    return b.c.C\nf()\n',
  });
  await project.move({ 'a/b/c.py': 'a/d/c.py' });
  expect(project.text('one.py')).toBe('import a as x\ny = x.d.c.C\n');
  expect(project.text('two.py')).toBe(
    'def f():\n    import a.d.c\n    from a import b\n    return a.d.c.C\nf()\n',
  );
  expect(await project.broken()).toEqual([]);
});

test('a name of a package is not taken for its module', async () => {
  const project = openPythonProject({
    'a/__init__.py': 'from .walk import *\nfrom .run import run\n',
    'a/walk.py': '__all__ = ["walk"]\ndef walk(): return 1\n',
    'a/run.py': 'def run(): return 2\n',
    'a/sub/__init__.py': '',
    'main.py': 'import a\nfrom a import walk, run\nx = walk(), run(), a.walk(), a.run()\n',
  });
  await project.move({ 'a/walk.py': 'a/sub/walk.py', 'a/run.py': 'a/sub/run.py' });
  expect(project.text('main.py')).toContain('from a import walk, run\nx = walk(), run(), a.walk(), a.run()');
  expect(await project.broken()).toEqual([]);
});

test('several modules that import each other move at once, one to the place of the other', async () => {
  const project = openPythonProject({
    'a/__init__.py': '',
    'a/x.py': 'from . import y\nV = "x"\nW = lambda: y.V\n',
    'a/y.py': 'import a.x\nV = "y"\nW = lambda: a.x.V\n',
    'main.py': 'from a import x, y\nassert (x.V, x.W(), y.V, y.W()) == ("x", "y", "y", "x")\n',
  });
  await project.move({ 'a/x.py': 'a/t.py', 'a/y.py': 'a/x.py' });
  expect(project.text('main.py')).toContain('from a import t as x, x as y\n');
  expect(project.text('a/t.py')).toContain('from . import x as y\n');
  expect(project.text('a/x.py')).toContain('import a.t\nV = "y"\nW = lambda: a.t.V\n');
  expect(await project.broken()).toEqual([]);
});

test('a module becomes a package, and a package a module', async () => {
  const project = openPythonProject({
    'a/__init__.py': '',
    'a/x.py': 'from . import y\nfrom .y import V\n',
    'a/y.py': 'V = 1\n',
    'main.py': 'from a.x import V\nimport a.x\nz = a.x.V\n',
  });
  await project.move({ 'a/x.py': 'a/x/__init__.py' });
  expect(project.text('a/x/__init__.py')).toBe('from .. import y\nfrom ..y import V\n');
  expect(project.text('main.py')).toBe('from a.x import V\nimport a.x\nz = a.x.V\n');
  expect(await project.broken()).toEqual([]);
  await project.move({ 'a/x/__init__.py': 'a/w.py' });
  expect(project.text('a/w.py')).toBe('from . import y\nfrom .y import V\n');
  expect(project.text('main.py')).toBe('from a.w import V\nimport a.w\nz = a.w.V\n');
  expect(await project.broken()).toEqual([]);
});

describe('modules are found', () => {
  test('in src, beside scripts and in folders of the settings', async () => {
    const project = openPythonProject({
      'src/app/__init__.py': '',
      'src/app/m.py': 'M = 1\n',
      'src/other/__init__.py': '',
      'tools/run.py': 'import helper\nfrom app.m import M\nx = helper.H, M\n',
      'tools/helper.py': 'H = 1\n',
      'libs/plain/vendored.py': 'V = 1\n',
      'src/app/v.py': 'import vendored\nV = vendored.V\n',
      'pyrightconfig.json': '{"extraPaths": ["libs/plain"]}',
    });
    await project.move({
      'src/app/m.py': 'src/other/m.py',
      'tools/helper.py': 'tools/parts/helper.py',
      'libs/plain/vendored.py': 'libs/plain/deep/vendored.py',
    });
    expect(project.text('tools/run.py')).toBe(
      'import parts.helper as helper\nfrom other.m import M\nx = helper.H, M\n',
    );
    expect(project.text('src/app/v.py')).toBe('import deep.vendored as vendored\nV = vendored.V\n');
    expect(await project.broken('src', 'tools', 'libs/plain')).toEqual([]);
  });

  test('in folders without __init__.py', async () => {
    const project = openPythonProject({
      'ns/part/m.py': 'from . import n\nM = n.N\n',
      'ns/part/n.py': 'N = 1\n',
      'main.py': 'import ns.part.m\nfrom ns.part import n\nx = ns.part.m.M, n.N\n',
    });
    await project.move({
      'ns/part/n.py': 'ns/other/n.py',
      'ns/part/m.py': 'ns/m.py',
    });
    expect(project.text('main.py')).toBe('import ns.m\nfrom ns.other import n\nx = ns.m.M, n.N\n');
    expect(project.text('ns/m.py')).toBe('from .other import n\nM = n.N\n');
    expect(await project.broken()).toEqual([]);
  });
});

describe('the plan says what it leaves', () => {
  const base = { 'a/__init__.py': '', 'a/m.py': 'M = 1\n', 'b/__init__.py': '' };
  const move = { 'a/m.py': 'b/m.py' };

  test('names in strings and settings', async () => {
    const { plan } = openPythonProject({
      ...base,
      'main.py':
        'import importlib\nimportlib.import_module("a.m")\npatch("a.m.M")\nother("xa.m", "a.mm", "a")\n',
      'pyproject.toml': '[project.scripts]\nrun = "a.m:main"\n',
    });
    const { notes, edits } = await plan(move);
    expect(edits).toEqual([]);
    expect(notes).toEqual([
      'Strings and settings that name a moved module were not changed (3): main.py:2, main.py:3, pyproject.toml:2.',
    ]);
  });

  test('files that Python cannot parse, where they name the module', async () => {
    const { move: apply, text } = openPythonProject({
      ...base,
      'main.py': 'from a import m\n',
      'broken.py': 'x = 1\nfrom a import m m\n',
      'other.py': 'x = = 1\n',
    });
    const { notes } = await apply(move);
    expect(notes).toEqual([
      'Imports in files that Python cannot parse were not updated: broken.py (line 2: invalid syntax).',
    ]);
    expect(text('main.py')).toBe('from b import m\n');
    expect(text('broken.py')).toBe('x = 1\nfrom a import m m\n');
  });

  test('__all__ that names a module which is gone', async () => {
    const { plan } = openPythonProject({ ...base, 'a/__init__.py': '__all__ = ["m"]\n' });
    expect((await plan(move)).notes).toEqual([
      '__all__ of a/__init__.py still names m, which is no longer there.',
    ]);
  });

  test('a new folder of a package without __init__.py', async () => {
    const { plan } = openPythonProject(base);
    const { notes } = await plan({ 'a/m.py': 'a/new/m.py' });
    expect(notes).toEqual([
      'a/new has no __init__.py: Python imports from it, but some tools need the file.',
    ]);
  });
});

describe('nothing is planned', () => {
  const base = { 'a/__init__.py': '', 'a/m.py': 'M = 1\n', 'main.py': 'import a.m\nx = a.m.M\n' };

  test.for(['a/my-module.py', 'my-folder/m.py', 'a/class.py'])(
    'for a target that cannot be imported: %s',
    async (to) => {
      const { plan } = openPythonProject(base);
      await expect(plan({ 'a/m.py': to })).rejects.toMatchObject({ code: 'E_INVALID_PATH' });
    },
  );

  test('where the first name of the module is something else', async () => {
    const { plan } = openPythonProject({
      ...base,
      'b/__init__.py': '',
      'main.py': 'import a.m\ndef f(b):\n    return a.m.M + b\n',
    });
    await expect(plan({ 'a/m.py': 'b/m.py' })).rejects.toMatchObject({ code: 'E_CONFLICT' });
  });

  test('without an interpreter', async () => {
    const { plan } = openPythonProject(base, { ...process.env, PATH: '/nowhere', VIRTUAL_ENV: undefined });
    await expect(plan({ 'a/m.py': 'a/n.py' })).rejects.toMatchObject({ code: 'E_NO_LANGUAGE_SERVER' });
  });

  test('in files of virtual environments and hidden folders', async () => {
    const { plan } = openPythonProject({
      'a/m.py': 'M = 1\n',
      'env/pyvenv.cfg': '',
      'env/lib/x.py': 'import a.m\n',
      '.hidden/x.py': 'import a.m\n',
    });
    expect((await plan({ 'a/m.py': 'a/n.py' })).edits).toEqual([]);
  });
});
