"""The course of a game in a module: chance, from move to move, whole games; written by hand."""

from __future__ import annotations

COURSE = """
mixed (i64) -> i64;
get 0; i64.const 30; i64.shr_u; get 0; i64.xor; i64.const -4658895280553007687; i64.mul; tee 0
i64.const 27; i64.shr_u; get 0; i64.xor; i64.const -7723592293110705685; i64.mul; tee 0
i64.const 31; i64.shr_u; get 0; i64.xor

as_mark (i64) -> i64;
get 0; call mixed; i64.const 2; i64.shr_u

scaled (i64 i64) -> i64;
get 0; i64.const 32; i64.shr_u; get 1; i64.mul
get 0; i64.const 4294967295; i64.and; get 1; i64.mul; i64.const 32; i64.shr_u
i64.add; i64.const 32; i64.shr_u

below (i32 i64 i64) -> i64; i32 i64
get 1; i64.const $total; i64.ge_u
if
 i32.const $damaged; global.set 1; unreachable
end
get 0; get 1; wrap; i32.const 3; i32.shl; i32.add; tee 3
get 3; i64.load 0; i64.const 1; i64.add; i64.const 4611686018427387903; i64.and; tee 4; i64.store 0
get 0; i64.load $rng; get 4; i64.const -7046029254386353131; i64.mul; i64.add; tee 4
get 4; i64.const 30; i64.shr_u; i64.xor; i64.const -4658895280553007687; i64.mul; tee 4
i64.const 27; i64.shr_u; get 4; i64.xor; i64.const -7723592293110705685; i64.mul; tee 4
i64.const 31; i64.shr_u; get 4; i64.xor; set 4
get 0; i64.load $chance_key; i64.eqz; i32.eqz
if
 get 4; get 0; i64.load $chance_key; i64.xor; call mixed; set 4
end
get 4; i64.const 32; i64.shr_u; get 2; i64.mul
get 4; i64.const 4294967295; i64.and; get 2; i64.mul; i64.const 32; i64.shr_u
i64.add; i64.const 32; i64.shr_u

run (i32 i64) -> i32; i32
i32.const $jumps; set 2
block
 loop
  get 1; i64.const 0; i64.lt_s; br_if 1
  get 2; i32.eqz
  if
   i32.const $round_and_round; global.set 1; unreachable
  end
  get 2; i32.const 1; i32.sub; set 2
  get 0; get 1; call block; set 1
  br 0
 end
end
i64.const 0; get 1; i64.sub; wrap

begin (i32) -> i32;
get 0; i64.const 0; i64.store $steps
global.get 2; global.set 0
get 0; i64.const $entry; call run

play (i32 i32 i64 i64) -> i64; i64 i64 i64
block
 loop
  get 1; i32.load 0; extend; tee 5; i64.eqz; br_if 1
  get 4; get 3; i64.ge_s; br_if 1
  get 2; i64.const -7046029254386353131; i64.add; tee 2; tee 6
  get 6; i64.const 30; i64.shr_u; i64.xor; i64.const -4658895280553007687; i64.mul; tee 6
  get 6; i64.const 27; i64.shr_u; i64.xor; i64.const -7723592293110705685; i64.mul; tee 6
  get 6; i64.const 31; i64.shr_u; i64.xor; set 6
  get 0; i64.const 0; i64.store $steps
  get 0; get 0; i64.load 0
  get 1; i32.load 8
  get 6; i64.const 32; i64.shr_u; get 5; i64.mul
  get 6; i64.const 4294967295; i64.and; get 5; i64.mul; i64.const 32; i64.shr_u
  i64.add; i64.const 32; i64.shr_u
  wrap; i32.const 3; i32.shl; i32.add; i64.load 0
  global.get 2; global.set 0
  call resume; tee 6; i64.const 0; i64.lt_s
  if
   i64.const 0; get 6; i64.sub; wrap; set 1
  else
   get 0; get 6; call run; set 1
  end
  get 4; i64.const 1; i64.add; set 4
  br 0
 end
end
get 4

next_draw (i64) -> i64;
get 0; i64.const -7046029254386353131; i64.add

as_chance (i64) -> i64;
get 0; call mixed; i64.const 1; i64.shr_u; call mixed; call next_draw; call mixed
i64.const 1; i64.shr_u

root (i64 i64) -> i64;
get 0; f64.convert; get 1; f64.convert; f64.div; f64.sqrt; i64.trunc

emptied (i32);
get 0; i32.const 0; i32.store 0

attempt (i32 i64 i64);
i32.const $trial; get 0; i32.const $bytes; memory.copy
i32.const $trial; get 2; i64.store $rng
i32.const $trial_drawn; i32.const $state_drawn; i32.const $drawn_bytes; memory.copy
i32.const $trial; get 1; call step; drop

points_there (i32 i64) -> i64;
i32.const $trial; get 1; call points

hint_there (i32 i64) -> i64;
i32.const $trial; i64.const 0; i64.store $steps
i32.const $trial; get 1; call hint

opened (i32 i64) -> i32;
get 0; i32.const $state; i32.const $bytes; memory.copy
get 0; get 1; i64.store $rng
get 0; call begin

keep_state (i32 i32);
get 1; get 0; get 0; i32.const $bytes; i32.add; call extend

moves (i32) -> i32;
get 0; i64.const 0; i64.store $steps
global.get 2; global.set 0
get 0; get 0; i64.load 0; call known label; call run

reserve (i32) -> i32;
global.get 2; global.set 0; get 0; call room; global.get 0; global.set 2

step (i32 i64) -> i32;
get 0; i64.const 0; i64.store $steps
global.get 2; global.set 0
get 0; get 0; get 0; i64.load 0; get 1; call resume; call run
"""
